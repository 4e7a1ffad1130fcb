package dev.lapse.benchmarks.report;

import dev.lapse.benchmarks.subject.Contender;
import java.awt.BasicStroke;
import java.awt.geom.Ellipse2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Lines, one or two for each contender. */
final class LineChart {

  private record Line(Contender contender, boolean dashed, XYSeries series) {}

  private final String title;
  private final String x;
  private final String y;
  private final List<Line> lines = new ArrayList<>();
  private boolean logarithmic;
  private List<String> symbols = List.of();

  LineChart(String title, String x, String y) {
    this.title = title;
    this.x = x;
    this.y = y;
  }

  /** With a logarithmic axis upwards. */
  LineChart logarithmic() {
    logarithmic = true;
    return this;
  }

  /** With names in place of the numbers 0, 1, 2 and so on along the axis. */
  LineChart symbols(List<String> names) {
    symbols = List.copyOf(names);
    return this;
  }

  /** Adds a dashed line; a line that coincides with it shows through. */
  void addDashed(Contender contender, String name, List<double[]> points) {
    add(contender, name, true, points);
  }

  /** Adds a line; its points are pairs of x and y. */
  void add(Contender contender, String name, List<double[]> points) {
    add(contender, name, false, points);
  }

  private void add(Contender contender, String name, boolean dashed, List<double[]> points) {
    if (!points.isEmpty()) {
      XYSeries series = new XYSeries(name);
      points.forEach(point -> series.add(point[0], point[1]));
      lines.add(new Line(contender, dashed, series));
    }
  }

  /** Writes it, unless there is nothing to show; returns whether there was. */
  boolean write(Path file) throws IOException {
    if (lines.isEmpty()) {
      return false;
    }
    XYSeriesCollection data = new XYSeriesCollection();
    lines.forEach(line -> data.addSeries(line.series()));
    JFreeChart chart =
        ChartFactory.createXYLineChart(
            title, x, y, data, PlotOrientation.VERTICAL, true, false, false);
    Chart.style(chart);
    XYPlot plot = chart.getXYPlot();
    plot.setRangeGridlinePaint(Chart.faint());
    plot.setRangeGridlineStroke(new BasicStroke(1f));
    plot.setDomainGridlinesVisible(false);
    ValueAxis values =
        logarithmic
            ? Chart.logarithmic(
                y, data.getRangeLowerBound(false), data.getRangeUpperBound(false), 1.5)
            : plot.getRangeAxis();
    if (!logarithmic && values instanceof NumberAxis number) {
      number.setAutoRangeIncludesZero(true);
      number.setAutoRangeStickyZero(false); // a line at zero is not half hidden
    }
    plot.setRangeAxis(values);
    Chart.style(values);
    if (!symbols.isEmpty()) {
      SymbolAxis axis = new SymbolAxis(x, symbols.toArray(String[]::new));
      axis.setGridBandsVisible(false);
      plot.setDomainAxis(axis);
    }
    Chart.style(plot.getDomainAxis());
    plot.setRenderer(renderer());
    Chart.write(chart, 860, 420, file);
    return true;
  }

  private XYLineAndShapeRenderer renderer() {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      BasicStroke stroke = Chart.line(line.contender());
      renderer.setSeriesPaint(i, Chart.color(line.contender()));
      renderer.setSeriesStroke(
          i,
          line.dashed()
              ? new BasicStroke(
                  stroke.getLineWidth(),
                  BasicStroke.CAP_BUTT,
                  BasicStroke.JOIN_ROUND,
                  1f,
                  new float[] {7f, 5f},
                  0f)
              : stroke);
      renderer.setSeriesShape(i, new Ellipse2D.Double(-3, -3, 6, 6));
      renderer.setSeriesShapesVisible(i, !line.dashed());
    }
    return renderer;
  }
}
