package io.github.freestep.benchmarks.jmh.wire;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.history.CompactReader;
import io.github.freestep.history.CompactStates;
import io.github.freestep.history.KeptState;
import io.github.freestep.history.StatePlayer;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.TimeAnchor;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The time to keep a state of a pile of 1,000 moving boxes, and to reach any instant of the last minute. */
@State(Scope.Thread)
public class HistoryBenchmark extends ShortRuns {
    static final int BOXES = 1_000;
    static final int RATE = 100;
    static final int MINUTE = 60 * RATE;
    static final int BYTES = 16_000_000;

    /** By then, all boxes of the pile rest. */
    private static final int ASLEEP = 2_500;

    private static final int MOVING_PERCENT = 90;

    private final SplittableRandom random = new SplittableRandom(1);
    private final TimeAnchor anchor = new TimeAnchor();
    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(BOXES));
    private final StatePlayer player = new StatePlayer(publisher);
    private RecordedBoxes recorded;
    private CompactStates kept;
    private CompactReader reader;
    private KeptState state;
    private int tick;
    private int end = 1;
    private int direction = 1;
    private long shown;

    @Setup
    public void keep() {
        recorded = RecordedBoxes.pile(BOXES, RATE, ASLEEP);
        while (end < ASLEEP && recorded.moving(end) >= BOXES * MOVING_PERCENT / 100) {
            end++;
        }
        kept = CompactStates.of(StateLayout.of(BOXES), PoseGrid.STANDARD, BYTES, MINUTE);
        for (int i = 0; i < MINUTE; i++) {
            append();
        }
        reader = kept.reader();
        state = reader.newState();
    }

    /** Plays the time in which at least 90 % of the boxes move to and fro, so that it does not end. */
    private io.github.freestep.state.State next() {
        tick += direction;
        direction = tick <= 1 ? 1 : tick >= end - 1 ? -1 : direction;
        return recorded.publish(tick);
    }

    @Benchmark
    public Object publishAlone() {
        return next();
    }

    @Benchmark
    public long append() {
        kept.append(next());
        return kept.end();
    }

    /** Decodes a keyframe and a state. */
    @Benchmark
    public Object read() {
        if (!reader.read(random.nextLong(kept.first(), kept.end()), state)) {
            throw new IllegalStateException("the state is not there");
        }
        return state;
    }

    /** What a seek of a playback does. */
    @Benchmark
    public Object seek() {
        read();
        player.jump();
        player.write(state, publisher.begin(shown, shown, anchor, 0));
        publisher.publish(0);
        shown++;
        return publisher;
    }

    /**
     * Prints how much of the run the memory keeps.
     *
     * @param args none
     */
    public static void main(String[] args) {
        HistoryBenchmark minute = new HistoryBenchmark();
        minute.keep();
        long states = minute.kept.end() - minute.kept.first();
        System.out.printf(
                "%,d bytes keep %.1f s of %,d boxes that move for %d ticks at %d Hz: %.2f bytes per box and state; in all"
                        + " %,d bytes%n",
                BYTES,
                (double) states / RATE,
                BOXES,
                minute.end,
                RATE,
                (double) minute.kept.used() / states / BOXES,
                minute.kept.memory());
    }
}
