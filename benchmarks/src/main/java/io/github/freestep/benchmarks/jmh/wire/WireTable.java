package io.github.freestep.benchmarks.jmh.wire;

import io.github.freestep.benchmarks.scenes.Pile;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.Locale;

/** Prints how many bytes the states of boxes take, headers and baselines included. */
public final class WireTable {
    private static final int PAYLOAD_BITS = 8;

    private WireTable() {}

    /**
     * Steps the scenes, encodes their states, and prints a table.
     *
     * @param args none
     */
    public static void main(String[] args) {
        String pile = "pile of 1,000 boxes at 100 Hz, ";
        String grid = "0.5 mm and 0.25 degrees";
        print(pile + grid, SteppedBoxes.of(Pile.of("physx", 1_000, false), 100), 2_500, PoseGrid.STANDARD);
        print(pile + "exact", SteppedBoxes.of(Pile.of("physx", 1_000, false), 100), 2_500, PoseGrid.EXACT);
        String square = "901 boxes at 60 Hz, one is driven through the others, ";
        print(square + grid, SteppedBoxes.square(30, 60), 3_600, PoseGrid.STANDARD);
    }

    private static void print(String title, SteppedBoxes stepped, int ticks, PoseGrid precision) {
        Row moving = new Row("at least 90 % move");
        Row few = new Row("fewer move");
        Row resting = new Row("none moves");
        StateEncoder encoder = new StateEncoder(StateLayout.of(stepped.boxes), precision, 1);
        try (stepped) {
            for (int tick = 0; tick < ticks; tick++) {
                State state = stepped.step();
                int count = stepped.moving();
                Row row = count >= stepped.boxes * 9 / 10 ? moving : count > 0 ? few : resting;
                encoder.encode(state, state.simulationNanos(), row);
                row.end(count);
            }
        }
        System.out.println(title);
        System.out.printf(
                "  %-20s %6s %7s %11s %11s %9s %10s %9s%n",
                "", "ticks", "moving", "B/box/tick", "baselines", "kbit/s", "datagrams", "at most");
        for (Row row : new Row[] {moving, few, resting}) {
            row.print(stepped);
        }
    }

    /** The traffic of all ticks of one kind. */
    private static final class Row extends Traffic {
        private final String name;
        private int ticks;
        private int before;
        private int most;
        private long moving;

        Row(String name) {
            this.name = name;
        }

        void end(int moved) {
            ticks++;
            moving += moved;
            most = Math.max(most, pieces - before);
            before = pieces;
        }

        void print(SteppedBoxes stepped) {
            if (ticks > 0) {
                double bytes = (double) (pieceBytes + baselineBytes) / ticks;
                System.out.printf(
                        Locale.ROOT,
                        "  %-20s %6d %7.0f %11.3f %11.3f %9.0f %10.2f %9d%n",
                        name,
                        ticks,
                        (double) moving / ticks,
                        bytes / stepped.boxes,
                        (double) baselineBytes / ticks / stepped.boxes,
                        bytes * stepped.rate * PAYLOAD_BITS / 1_000,
                        (double) pieces / ticks,
                        most);
            }
        }
    }
}
