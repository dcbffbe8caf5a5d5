package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.Explosion;
import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.LoopPlayer;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
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

    /** How long before a step that takes long a picture of it begins. */
    static final long BEFORE_HITCH_NANOS = 250_000_000;

    private static final int LEG_FRAMES = FRAMES / 2;
    private static final int GHOSTS = 6;

    /** The frame to show where nothing is animated, such as in print. */
    private static final int STILL = LEG_FRAMES / 2;

    /** As long as {@code compare} plays a loop, so that both have the same figures. */
    private static final double PLAYED_SECONDS = CompareCommand.LOOP_SECONDS;

    static final int WIDTH = 880;
    private static final int LANE = 128;
    private static final int TOP = 34;
    static final int LEFT = 20;
    private static final int RADIUS = 12;
    private static final int DRAWN_RADIUS = 5;
    private static final int BALL_Y = 46;
    private static final int BARS_Y = 106;
    private static final int BAR_UNIT = 16;
    private static final int PANE = 410;
    private static final int BARS_LANE = 96;
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

    /** Draws loops with heavy ticks, or around a single step that takes a quarter of a second. */
    static String svg(List<LoopKind> loops, int fps, long seed, StepLoad load) {
        PlaySettings setting = new PlaySettings(fps, load, seed, 0, PLAYED_SECONDS);
        return svg(
                "Physics at 100 Hz on a " + fps + " Hz display, at 1/" + SLOWER + " speed."
                        + (load == StepLoad.HITCH ? " One step takes 250 ms." : "")
                        + " Bars: how far the picture moves per frame.",
                loops.stream().map(kind -> lane(kind, setting)).toList(),
                fps);
    }

    private static Lane lane(LoopKind kind, PlaySettings setting) {
        boolean hitch = setting.load() == StepLoad.HITCH;
        FrameHistory film = LoopPlayer.scripted(kind, setting);
        long beginNanos = setting.settledNanos() - (hitch ? BEFORE_HITCH_NANOS : 0);
        MotionLane lane = new MotionLane(film, setting, beginNanos, FRAMES);
        return new Lane(
                label(
                        kind,
                        hitch
                                ? HitchFigures.of(film, setting).toString()
                                : LoopTable.text(MotionFigures.of(film, setting.settledNanos()))),
                kind == LoopKind.FREESTEP,
                lane.places(LEG_FRAMES),
                lane.speeds());
    }

    /**
     * Draws pictures of the same frames, slowly.
     *
     * @param title the line above them
     * @param lanes from the top, with {@link #FRAMES} frames each
     * @param fps frames per second
     * @return the file
     */
    public static String svg(String title, List<Lane> lanes, int fps) {
        return head(TOP + lanes.size() * LANE)
                + text(LEFT, title, 22)
                + IntStream.range(0, lanes.size())
                        .mapToObj(i -> draw(TOP + i * LANE, lanes.get(i), fps / SLOWER))
                        .collect(Collectors.joining())
                + "</svg>\n";
    }

    static String head(int height) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + " " + height + "\" width=\"" + WIDTH
                + "\">\n" + STYLE + "<rect class=\"paper\" x=\"0\" y=\"0\" width=\"" + WIDTH + "\" height=\"" + height
                + "\" rx=\"6\"/>\n";
    }

    private static String draw(int y, Lane lane, int fps) {
        String css = lane.isOurs() ? "freestep" : "raw";
        return text(LEFT, lane.label(), y + 20)
                + line("track", LEFT, WIDTH - LEFT, y + BALL_Y)
                + balls(css, y + BALL_Y, lane.places(), fps)
                + bars(css, y + BARS_Y, lane.speeds(), fps);
    }

    static String label(LoopKind kind, String figures) {
        String label = switch (kind) {
            case RAW -> "newest state";
            case FREESTEP -> "interpolated by Freestep";
            default -> kind.label;
        };
        return label + ": " + figures;
    }

    /**
     * Draws the recorded explosion at full speed, by the usual interpolated loop on the left and by Freestep on the
     * right, and below, how far the picture of each moves per frame.
     */
    static String explosion(int fps, long seed) {
        PlaySettings setting = new PlaySettings(fps, StepLoad.RECORDED, seed, 0, PLAYED_SECONDS);
        Explosion explosion = Explosion.recorded();
        int paneHeight = (int) Math.round(PANE * Explosion.HEIGHT);
        int bottom = TOP + paneHeight;
        StringBuilder svg = new StringBuilder(head(bottom + 2 * BARS_LANE))
                .append(text(
                        LEFT,
                        "800 bodies of dyn4j, one in 14 drawn, with the step times of their run. 100 Hz on a " + fps
                                + " Hz display. Bars: motion per frame.",
                        22));
        long beginNanos = setting.settledNanos() / explosion.nanos() * explosion.nanos();
        List<LoopKind> loops = List.of(LoopKind.INTERPOLATED, LoopKind.FREESTEP);
        for (int i = 0; i < loops.size(); i++) {
            LoopKind kind = loops.get(i);
            FrameHistory film = LoopPlayer.scripted(kind, setting);
            MotionLane lane = new MotionLane(film, setting, beginNanos, FRAMES);
            String css = kind == LoopKind.FREESTEP ? "freestep" : "raw";
            int x = LEFT + i * (WIDTH - 2 * LEFT - PANE);
            svg.append(line("track", x, x + PANE, bottom))
                    .append(pile(explosion, css, x, bottom, lane.shownSinceBegin(), fps));
            int y = bottom + i * BARS_LANE;
            svg.append(text(
                            LEFT,
                            label(kind, seen(lane.speeds(), MotionFigures.of(film, setting.settledNanos()), fps)),
                            y + 24))
                    .append(bars(css, y + BARS_LANE - BAR_UNIT, lane.speeds(), fps));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String seen(double[] speeds, MotionFigures figures, int fps) {
        long still =
                Arrays.stream(speeds).filter(speed -> speed < HitchFigures.HALF).count();
        double largestMillis = Arrays.stream(speeds).max().orElse(0) * 1000 / fps;
        return HitchFigures.seen(still, largestMillis) + ", " + LoopTable.text(figures);
    }

    private static String pile(Explosion explosion, String css, int left, int floor, long[] shownNanos, int fps) {
        StringBuilder balls = new StringBuilder();
        for (int i = 0; i < explosion.bodies(); i++) {
            int body = i;
            double[] x = Arrays.stream(shownNanos)
                    .mapToDouble(nanos -> left + PANE * explosion.x(body, nanos))
                    .toArray();
            double[] y = Arrays.stream(shownNanos)
                    .mapToDouble(nanos -> floor - PANE * explosion.y(body, nanos))
                    .toArray();
            balls.append("<circle class=\"" + css + "\" cx=\"" + tenths(x[STILL]) + "\" cy=\"" + tenths(y[STILL])
                            + "\" r=\"" + DRAWN_RADIUS + "\">")
                    .append(animate("cx", fps, Arrays.stream(x), MotionDrawing::tenths))
                    .append(animate("cy", fps, Arrays.stream(y), MotionDrawing::tenths))
                    .append("</circle>\n");
        }
        return balls.toString();
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

    static String ballX(double place) {
        return tenths(LEFT + RADIUS + place * (WIDTH - 2 * (LEFT + RADIUS)));
    }

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

    private static String animate(String attribute, int fps, DoubleStream values, DoubleFunction<String> text) {
        return "<animate attributeName=\"" + attribute + "\" calcMode=\"discrete\" repeatCount=\"indefinite\" dur=\""
                + tenths((double) FRAMES / fps) + "s\" values=\""
                + values.mapToObj(text).collect(Collectors.joining(";")) + "\"/>";
    }

    static String line(String css, int from, int to, int y) {
        return "<path class=\"" + css + "\" d=\"M" + from + "," + y + "H" + to + "\"/>\n";
    }

    static String text(int x, String text, int y) {
        return "<text x=\"" + x + "\" y=\"" + y + "\">" + text + "</text>\n";
    }

    /** Formats with whole numbers, because locales and JDKs format fractions differently. */
    static String tenths(double value) {
        long tenths = Math.round(value * 10);
        return (tenths < 0 ? "-" : "") + Math.abs(tenths) / 10 + "." + Math.abs(tenths) % 10;
    }
}
