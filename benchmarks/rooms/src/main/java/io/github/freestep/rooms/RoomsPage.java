package io.github.freestep.rooms;

import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/** Writes a page with the figures of a run, and a picture of which node ran each room, and when. */
final class RoomsPage {
    /** A room ran on a node. */
    record Run(int room, int node, long fromNanos, long toNanos) {}

    private static final int WIDTH = 1000;
    private static final int LEFT = 60;
    private static final int ROW = 8;
    private static final String[] COLOURS = {"#4c78a8", "#f58518", "#54a24b", "#b279a2", "#9d755d", "#e45756"};

    private RoomsPage() {}

    /** Returns the page as HTML that needs no other file. */
    static String of(List<String> figures, List<Run> runs) {
        StringBuilder page = new StringBuilder();
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Rooms on nodes</title>\n")
                .append("<style>body{font-family:sans-serif;max-width:1100px;margin:2em auto}"
                        + "svg{width:100%;font-size:11px}</style></head><body>\n<h1>Rooms on nodes</h1>\n<pre>");
        figures.forEach(each -> page.append(escaped(each)).append('\n'));
        page.append(
                "</pre>\n<p>Each line is a room, and each colour a node. In the gaps, a room ran on no node.</p>\n");
        if (!runs.isEmpty()) {
            picture(page, runs);
        }
        return page.append("</body></html>\n").toString();
    }

    private static void picture(StringBuilder page, List<Run> runs) {
        long from = runs.stream().mapToLong(Run::fromNanos).min().orElseThrow();
        long nanos = Math.max(1, runs.stream().mapToLong(Run::toNanos).max().orElseThrow() - from);
        int rooms = 1 + runs.stream().mapToInt(Run::room).max().orElseThrow();
        SortedSet<Integer> nodes = new TreeSet<>(runs.stream().map(Run::node).toList());
        List<Integer> numbers = List.copyOf(nodes);
        int bottom = ROW * rooms;
        add(page, "<svg viewBox=\"0 0 %d %d\">\n", LEFT + WIDTH, bottom + 40);
        for (Run run : runs) {
            add(
                    page,
                    "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>room %d on the node of port"
                            + " %d, from %.2f s to %.2f s</title></rect>\n",
                    LEFT + (double) WIDTH * (run.fromNanos() - from) / nanos,
                    ROW * run.room(),
                    (double) WIDTH * (run.toNanos() - run.fromNanos()) / nanos,
                    ROW - 1,
                    COLOURS[numbers.indexOf(run.node()) % COLOURS.length],
                    run.room(),
                    run.node(),
                    (run.fromNanos() - from) / 1e9,
                    (run.toNanos() - from) / 1e9);
        }
        add(page, "<text x=\"0\" y=\"%d\">room 0</text><text x=\"0\" y=\"%d\">%d</text>\n", ROW, bottom, rooms - 1);
        for (int tenth = 0; tenth <= 10; tenth++) {
            String anchor = tenth == 0 ? "start" : tenth == 10 ? "end" : "middle";
            int x = LEFT + WIDTH * tenth / 10;
            double seconds = nanos / 1e9 * tenth / 10;
            add(page, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%.0f s</text>\n", x, bottom + 14, anchor, seconds);
        }
        for (int i = 0; i < numbers.size(); i++) {
            add(
                    page,
                    "<text x=\"%d\" y=\"%d\" fill=\"%s\">node of port %d</text>\n",
                    LEFT + 160 * i,
                    bottom + 34,
                    COLOURS[i % COLOURS.length],
                    numbers.get(i));
        }
        page.append("</svg>\n");
    }

    private static void add(StringBuilder page, String format, Object... values) {
        page.append(String.format(Locale.ROOT, format, values));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
