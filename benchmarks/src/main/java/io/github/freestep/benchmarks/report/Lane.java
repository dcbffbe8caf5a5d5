package io.github.freestep.benchmarks.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One lane of a timeline: its title, the names of its stretches, and a strip that shows them. */
final class Lane {
    private static final int STRIP = 26;
    private static final int LAYERS = 3;

    private final String name;
    private final List<Stretch> stretches;
    private final List<Stretch> named;
    private final Axes axes;
    private final Scale scale;
    private final double top;
    private final Labels names;

    Lane(String name, List<Stretch> stretches, Axes axes, Scale scale, double top) {
        this.name = name;
        this.stretches = stretches;
        this.named = stretches.stream().filter(s -> !s.name().isEmpty()).toList();
        this.axes = axes;
        this.scale = scale;
        this.top = top;
        this.names = Labels.of(
                named.stream()
                        .map(s -> new Labels.Place(axes.x(scale, s.from()), s.name()))
                        .toList(),
                axes.left,
                axes.right);
    }

    double bottom() {
        return stripTop() + STRIP;
    }

    private double stripTop() {
        return top + Axes.ROW + names.height();
    }

    /** Shades the named stretches over the height of all lanes. */
    void drawShade(Svg svg, String css, double bottom) {
        svg.path(css, Stretch.bars(named, axes, scale, 0, bottom));
    }

    void draw(Svg svg, String css) {
        boolean points = stretches.stream().allMatch(s -> s.from() == s.to());
        // Stretches are visible one by one if there are two columns for each.
        boolean dense = stretches.size() * 2 > axes.right - axes.left;
        String meaning = !dense ? "" : points ? " (height: how many)" : " (height: share of the time)";
        String omitted = names.omitted() == 0 ? "" : ", " + names.omitted() + " of them not named here";
        svg.text(
                Svg.Anchor.START,
                axes.left + Labels.GAP,
                top + HtmlText.FONT,
                HtmlText.fit(name + meaning + omitted, axes.right - axes.left - Labels.GAP));
        names.lines(svg, "mark", top + Axes.ROW, stripTop());
        names.draw(svg, top + Axes.ROW);
        svg.line("grid", axes.left, bottom(), axes.right, bottom());
        if (dense) {
            svg.path(css, strip(points));
        } else {
            drawLayers(svg, css);
        }
    }

    /** Draws overlapping stretches below each other, in equal parts of the strip. */
    private void drawLayers(Svg svg, String css) {
        List<List<Stretch>> layers = new ArrayList<>();
        stretches.stream()
                .sorted(Comparator.comparingDouble(Stretch::from))
                .forEach(s -> layer(layers, s).add(s));
        double height = (double) STRIP / layers.size();
        for (int i = 0; i < layers.size(); i++) {
            svg.path(css, Stretch.bars(layers.get(i), axes, scale, stripTop() + i * height, height));
        }
    }

    /**
     * Returns the first layer in which {@code added} overlaps nothing; if there is none, a new layer, or the last
     * allowed one.
     */
    private static List<Stretch> layer(List<List<Stretch>> layers, Stretch added) {
        for (List<Stretch> layer : layers) {
            if (layer.get(layer.size() - 1).to() <= added.from()) {
                return layer;
            }
        }
        if (layers.size() < LAYERS) {
            layers.add(new ArrayList<>());
        }
        return layers.get(layers.size() - 1);
    }

    /**
     * Draws a bar in each column of pixels. Its height is the share of the column that stretches cover or, for points,
     * their number relative to that of the fullest column.
     */
    private String strip(boolean points) {
        Strip strip = new Strip(axes.left, axes.right);
        for (Stretch s : stretches) {
            if (points) {
                strip.add(axes.x(scale, s.from()));
            } else {
                strip.add(axes.x(scale, s.from()), axes.x(scale, s.to()));
            }
        }
        return strip.path(bottom(), STRIP, points ? strip.most() : 1);
    }
}
