package dev.lapse.benchmarks.report;

import dev.lapse.benchmarks.subject.Contender;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;

/** Bars in groups, a group for each row and a bar for each contender. */
final class BarChart {

  private final String title;
  private final String unit;
  private final DefaultCategoryDataset data = new DefaultCategoryDataset();
  private final List<Contender> contenders = new ArrayList<>();
  private boolean logarithmic;
  private double line = Double.NaN;
  private int digits = 2;

  BarChart(String title, String unit) {
    this.title = title;
    this.unit = unit;
  }

  /** With an axis that shows small figures too. */
  BarChart logarithmic() {
    logarithmic = true;
    return this;
  }

  /** With a line across, to compare with. */
  BarChart lineAt(double value) {
    line = value;
    return this;
  }

  /** With so many digits after the point. */
  BarChart digits(int number) {
    digits = number;
    return this;
  }

  void add(Contender contender, String group, OptionalDouble value) {
    value.ifPresent(
        figure -> {
          if (!contenders.contains(contender)) {
            contenders.add(contender);
          }
          data.addValue(figure, contender.title(), group);
        });
  }

  /** Writes it, unless there is nothing to show; returns whether there was. */
  boolean write(Path file) throws IOException {
    if (data.getRowCount() == 0) {
      return false;
    }
    JFreeChart chart =
        ChartFactory.createBarChart(
            title, null, unit, data, PlotOrientation.VERTICAL, true, false, false);
    Chart.style(chart);
    CategoryPlot plot = chart.getCategoryPlot();
    plot.setRangeGridlinePaint(Chart.faint());
    plot.setRangeGridlineStroke(new BasicStroke(1f));
    ValueAxis values = logarithmic ? logarithmicAxis() : plot.getRangeAxis();
    if (!logarithmic && values instanceof NumberAxis number) {
      number.setNumberFormatOverride(format(digits));
      number.setUpperMargin(0.12);
    }
    plot.setRangeAxis(values);
    Chart.style(values);
    Chart.style(plot.getDomainAxis());
    plot.getDomainAxis().setCategoryLabelPositions(CategoryLabelPositions.STANDARD);
    plot.getDomainAxis().setMaximumCategoryLabelLines(3);
    plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(1.1f);
    plot.getDomainAxis().setCategoryMargin(0.12);
    if (!Double.isNaN(line)) {
      plot.addRangeMarker(new ValueMarker(line, Color.DARK_GRAY, new BasicStroke(1.2f)));
    }
    paint((BarRenderer) plot.getRenderer());
    int bars = data.getRowCount() * data.getColumnCount();
    Chart.write(chart, Math.max(640, Math.min(1100, 120 + 36 * bars)), 400, file);
    return true;
  }

  private ValueAxis logarithmicAxis() {
    double least = Double.MAX_VALUE;
    double greatest = 0;
    for (int row = 0; row < data.getRowCount(); row++) {
      for (int column = 0; column < data.getColumnCount(); column++) {
        Number value = data.getValue(row, column);
        if (value != null && value.doubleValue() > 0) {
          least = Math.min(least, value.doubleValue());
          greatest = Math.max(greatest, value.doubleValue());
        }
      }
    }
    return Chart.logarithmic(unit, least, greatest, 2.5);
  }

  private NumberFormat format(int maximumDigits) {
    NumberFormat format = NumberFormat.getNumberInstance(Locale.ROOT);
    format.setMaximumFractionDigits(maximumDigits);
    return format;
  }

  private void paint(BarRenderer renderer) {
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    renderer.setItemMargin(0.04);
    renderer.setDefaultItemLabelGenerator(
        new StandardCategoryItemLabelGenerator("{2}", format(logarithmic ? 3 : digits)));
    renderer.setDefaultItemLabelsVisible(true);
    renderer.setDefaultItemLabelFont(Chart.font(10));
    renderer.setDefaultItemLabelPaint(Chart.ink());
    for (int i = 0; i < contenders.size(); i++) {
      renderer.setSeriesPaint(i, Chart.color(contenders.get(i)));
    }
  }
}
