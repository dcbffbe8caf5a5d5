package io.github.freestep.benchmarks.jmh.wire;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.util.Locale;

/** Prints how many bytes the states of boxes take, headers and baselines included. */
public final class WireTable {
    private static final int PAYLOAD_BITS = 8;

    private WireTable() {}

    /**
     * Records the scenes, encodes them, and prints a table.
     *
     * @param args none
     */
    public static void main(String[] args) {
        RecordedBoxes pile = RecordedBoxes.pile(1_000, 100, 2_500);
        print("pile of 1,000 boxes at 100 Hz, 0.5 mm and 0.25 degrees", pile, PoseGrid.STANDARD);
        print("the same, exact", pile, PoseGrid.EXACT);
        RecordedBoxes square = RecordedBoxes.square(30, 60, 3_600);
        print(
                "901 boxes at 60 Hz, one is driven through the others, 0.5 mm and 0.25 degrees",
                square,
                PoseGrid.STANDARD);
    }

    private static void print(String title, RecordedBoxes recorded, PoseGrid precision) {
        Row moving = new Row("at least 90 % move");
        Row few = new Row("fewer move");
        Row resting = new Row("none moves");
        StateEncoder encoder = StateEncoder.of(StateLayout.of(recorded.boxes), precision, 1);
        for (int tick = 0; tick < recorded.ticks(); tick++) {
            int count = recorded.moving(tick);
            Row row = count >= recorded.boxes * 9 / 10 ? moving : count > 0 ? few : resting;
            State state = recorded.publish(tick);
            encoder.encode(state, recorded.nanos(), row);
            row.end(count);
        }
        System.out.println(title);
        System.out.printf(
                "  %-20s %6s %7s %11s %11s %9s %10s %9s%n",
                "", "ticks", "moving", "B/box/tick", "baselines", "kbit/s", "datagrams", "at most");
        for (Row row : new Row[] {moving, few, resting}) {
            row.print(recorded);
        }
    }

    /** The traffic of all ticks of one kind. */
    private static final class Row implements StateEncoder.Output {
        private final String name;
        private final Traffic all = new Traffic();
        private int ticks;
        private int before;
        private int most;
        private long moving;

        Row(String name) {
            this.name = name;
        }

        @Override
        public void baseline(ByteBuffer datagram) {
            all.baseline(datagram);
        }

        @Override
        public void piece(ByteBuffer datagram) {
            all.piece(datagram);
        }

        void end(int moved) {
            ticks++;
            moving += moved;
            most = Math.max(most, all.pieces - before);
            before = all.pieces;
        }

        void print(RecordedBoxes recorded) {
            if (ticks > 0) {
                double bytes = (double) (all.pieceBytes + all.baselineBytes) / ticks;
                System.out.printf(
                        Locale.ROOT,
                        "  %-20s %6d %7.0f %11.3f %11.3f %9.0f %10.2f %9d%n",
                        name,
                        ticks,
                        (double) moving / ticks,
                        bytes / recorded.boxes,
                        (double) all.baselineBytes / ticks / recorded.boxes,
                        bytes * recorded.rate * PAYLOAD_BITS / 1_000,
                        (double) all.pieces / ticks,
                        most);
            }
        }
    }
}
