package io.github.freestep.tools.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Draws an animated SVG of what a display shows of one simulation in several ways, one below the other: for example,
 * its newest state and its states interpolated by Freestep. The same display and seed give the same text on every
 * machine. Stateless.
 */
public final class MotionDrawing {
    /** The number of frames that are drawn. */
    public static final int FRAMES = 120;

    /** Slow enough that the rate of the reader's own display does not matter. */
    public static final int SLOWER = 4;

    /** The frame to show where nothing is animated, such as in print. */
    private static final int STILL = FRAMES / 4;

    /** The width of each drawing. */
    public static final int WIDTH = 880;

    /** Where the title ends. */
    private static final int TOP = 34;

    /** Where texts and tracks begin. */
    public static final int LEFT = 20;

    /** The height of the bar of a picture that keeps pace with real time. */
    private static final int BAR_UNIT = 16;

    private static final int GHOSTS = 6;
    private static final int LANE = 128;
    private static final int RADIUS = 12;
    private static final int BALL_Y = 46;
    private static final int BARS_Y = 106;
    private static final double FASTEST_BAR = 2.5;

    private static final String STYLE = """
            <style>
            text { font: 14px system-ui, sans-serif; fill: #24292f }
            .paper { fill: #f6f8fa } .even { stroke: #8c959f } .track { stroke: #d0d7de }
            .raw { fill: #cf222e } .freestep { fill: #0969da } .now { fill: #24292f; opacity: 0.25 }
            @media (prefers-color-scheme: dark) {
            text { fill: #e6edf3 }
            .paper { fill: #161b22 } .even { stroke: #6e7681 } .track { stroke: #30363d }
            .raw { fill: #ff7b72 } .freestep { fill: #58a6ff } .now { fill: #e6edf3 }
            }
            </style>
            """;

    private MotionDrawing() {}

    /**
     * Draws pictures of the same frames, slowly.
     *
     * @param title the line above them
     * @param lanes from the top, with {@link #FRAMES} frames each
     * @param fps frames per second
     * @return the file
     */
    public static String svg(String title, List<Lane> lanes, int fps) {
        return head(title, TOP + lanes.size() * LANE)
                + IntStream.range(0, lanes.size())
                        .mapToObj(i -> draw(TOP + i * LANE, lanes.get(i), fps / SLOWER))
                        .collect(Collectors.joining())
                + "</svg>\n";
    }

    /** Begins a drawing. End it with {@code </svg>}. */
    public static String head(String title, int height) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + " " + height + "\" width=\"" + WIDTH
                + "\">\n<title>" + title + "</title>\n" + STYLE + "<rect class=\"paper\" x=\"0\" y=\"0\" width=\""
                + WIDTH + "\" height=\"" + height + "\" rx=\"6\"/>\n" + text(LEFT, title, 22);
    }

    private static String draw(int y, Lane lane, int fps) {
        String css = lane.isOurs() ? "freestep" : "raw";
        return text(LEFT, lane.label(), y + 20)
                + line("track", LEFT, WIDTH - LEFT, y + BALL_Y)
                + balls(css, y + BALL_Y, lane.places(), fps)
                + bars(css, y + BARS_Y, lane.speeds(), fps);
    }

    /** The ball, and where it was in the frames before, fainter with age. */
    private static String balls(String css, int y, double[] places, int fps) {
        return IntStream.rangeClosed(0, GHOSTS)
                .mapToObj(i -> {
                    int age = GHOSTS - i;
                    double[] then = IntStream.range(0, FRAMES)
                            .mapToDouble(frame -> places[Math.floorMod(frame - age, FRAMES)])
                            .toArray();
                    String opacity = age == 0 ? "" : " opacity=\"0." + (GHOSTS + 1 - age) + "\"";
                    return "<circle class=\"" + css + "\" cx=\"" + ballX(then[STILL]) + "\" cy=\"" + y + "\" r=\""
                            + RADIUS
                            + "\"" + opacity + ">"
                            + animate("cx", fps, Arrays.stream(then), MotionDrawing::ballX) + "</circle>\n";
                })
                .collect(Collectors.joining());
    }

    private static String ballX(double place) {
        return tenths(LEFT + RADIUS + place * (WIDTH - 2 * (LEFT + RADIUS)));
    }

    /** Draws how far the picture moved in each frame, and marks the frame that is shown. */
    private static String bars(String css, int y, double[] speeds, int fps) {
        StringBuilder path = new StringBuilder("<path class=\"" + css + "\" d=\"");
        for (int frame = 0; frame < speeds.length; frame++) {
            double height = BAR_UNIT * Math.min(FASTEST_BAR, speeds[frame]);
            path.append("M")
                    .append(tenths(barX(frame)))
                    .append(",")
                    .append(y)
                    .append("v")
                    .append(tenths(-height))
                    .append("h5v")
                    .append(tenths(height))
                    .append("z");
        }
        return line("even", LEFT, WIDTH - LEFT, y - BAR_UNIT) + path.append("\"/>\n") + playhead(y, fps);
    }

    private static String playhead(int y, int fps) {
        double top = y - FASTEST_BAR * BAR_UNIT;
        return "<rect class=\"now\" x=\"" + tenths(barX(STILL) - 1) + "\" y=\"" + tenths(top)
                + "\" width=\"7\" height=\"" + tenths(y - top) + "\">"
                + animate("x", fps, IntStream.range(0, FRAMES).asDoubleStream(), frame -> tenths(barX((int) frame) - 1))
                + "</rect>\n";
    }

    private static double barX(int frame) {
        return LEFT + (double) frame * (WIDTH - 2 * LEFT) / FRAMES;
    }

    /** Lets an attribute have one value in each frame. */
    private static String animate(String attribute, int fps, DoubleStream values, DoubleFunction<String> text) {
        return "<animate attributeName=\"" + attribute + "\" calcMode=\"discrete\" repeatCount=\"indefinite\" dur=\""
                + tenths((double) FRAMES / fps) + "s\" values=\""
                + values.mapToObj(text).collect(Collectors.joining(";")) + "\"/>";
    }

    /** Draws a level line. */
    public static String line(String css, int from, int to, int y) {
        return "<path class=\"" + css + "\" d=\"M" + from + "," + y + "H" + to + "\"/>\n";
    }

    /** Draws a line of text. */
    public static String text(int x, String text, int y) {
        return "<text x=\"" + x + "\" y=\"" + y + "\">" + text + "</text>\n";
    }

    /** Formats with whole numbers, because locales and JDKs format fractions differently. */
    public static String tenths(double value) {
        long tenths = Math.round(value * 10);
        return (tenths < 0 ? "-" : "") + Math.abs(tenths) / 10 + "." + Math.abs(tenths) % 10;
    }
}
