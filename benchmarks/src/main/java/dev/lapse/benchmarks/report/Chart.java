package dev.lapse.benchmarks.report;

import dev.lapse.benchmarks.subject.Contender;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Rectangle;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.RectangleInsets;

/** How charts look, and how they become files. */
final class Chart {

  private static final String FONT = "SansSerif";
  private static final Color INK = new Color(0x33, 0x33, 0x33);
  private static final Color FAINT = new Color(0xdd, 0xdd, 0xdd);

  private Chart() {}

  static Font font(int size) {
    return new Font(FONT, Font.PLAIN, size);
  }

  static Color ink() {
    return INK;
  }

  static Color faint() {
    return FAINT;
  }

  static BasicStroke line(Contender contender) {
    return new BasicStroke(
        contender == Contender.LAPSE ? 3.5f : 2f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
  }

  /** Ours stands out, floors are grey, peers have colours that differ in lightness too. */
  static Color color(Contender contender) {
    return switch (contender) {
      case LAPSE -> new Color(0xc4, 0x1e, 0x3a);
      case MAP -> new Color(0x9a, 0x9a, 0x9a);
      case CAFFEINE_OWN -> new Color(0xc8, 0xc8, 0xc8);
      case CAFFEINE -> new Color(0x1f, 0x5f, 0xa8);
      case CAFFEINE_PLAIN -> new Color(0x9c, 0xc3, 0xea);
      case CACHE2K -> new Color(0x2a, 0x9d, 0x6f);
      case EHCACHE -> new Color(0xe0, 0xa0, 0x30);
      case RI -> new Color(0x7b, 0x52, 0xab);
    };
  }

  static void style(JFreeChart chart) {
    chart.setBackgroundPaint(Color.WHITE);
    chart.getTitle().setFont(new Font(FONT, Font.BOLD, 16));
    chart.getTitle().setPaint(INK);
    chart.setPadding(new RectangleInsets(10, 8, 8, 14));
    Plot plot = chart.getPlot();
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    LegendTitle legend = chart.getLegend();
    if (legend != null) {
      legend.setItemFont(font(12));
      legend.setItemPaint(INK);
      legend.setFrame(BlockBorder.NONE);
    }
  }

  static void style(Axis axis) {
    axis.setLabelFont(font(12));
    axis.setTickLabelFont(font(12));
    axis.setLabelPaint(INK);
    axis.setTickLabelPaint(INK);
    axis.setAxisLinePaint(FAINT);
    axis.setTickMarkPaint(FAINT);
  }

  /** A logarithmic axis from one power of ten to another, with a label at each. */
  static LogAxis logarithmic(String label, double least, double greatest, double headroom) {
    LogAxis axis = new LogAxis(label);
    NumberFormat format = NumberFormat.getNumberInstance(Locale.ROOT);
    format.setMaximumFractionDigits(4);
    axis.setNumberFormatOverride(format);
    axis.setTickUnit(new NumberTickUnit(1, format));
    axis.setRange(Math.pow(10, Math.floor(Math.log10(least))), greatest * headroom);
    return axis;
  }

  static void write(JFreeChart chart, int width, int height, Path file) throws IOException {
    try (Writer writer = Files.newBufferedWriter(file)) {
      SVGGraphics2D graphics =
          new SVGGraphics2D(
              DocumentBuilderFactory.newInstance()
                  .newDocumentBuilder()
                  .getDOMImplementation()
                  .createDocument("http://www.w3.org/2000/svg", "svg", null));
      graphics.setSVGCanvasSize(new Dimension(width, height));
      chart.draw(graphics, new Rectangle(width, height));
      graphics.stream(writer, true);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("The JDK has no XML parser", e);
    }
  }
}
