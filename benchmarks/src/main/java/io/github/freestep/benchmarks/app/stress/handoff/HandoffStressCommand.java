package io.github.freestep.benchmarks.app.stress.handoff;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.TimeAnchor;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Publishes states as fast as possible, while readers of very different speeds check every value they see.
 *
 * <p>There are more threads than processors on purpose: a thread that is preempted at the worst place must neither fail
 * nor disturb the others.
 */
@Command(
        name = "handoff",
        description = {
            "Publish states as fast as possible, while readers check every value of every window.",
            "The publisher writes a random part of each state's values; every other value must still be what was last"
                    + " written to it. Three of seven states are begun but not published; what was written to them must"
                    + " show in the next published state."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every value was right", "1:a value was wrong", "2:an option is wrong"})
public final class HandoffStressCommand extends AppCommand {
    private static final long SECOND_NANOS = 1_000_000_000;

    /** The number of published states between two readings of the clock. */
    private static final int BATCH = 256;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Duration in seconds, 1 to 86400. Default: ${DEFAULT-VALUE}.")
    @Range(max = 86_400)
    private int seconds = 15;

    @Option(names = "--publishes", hidden = true, description = "Stop after this number of states.")
    private long publishes = Long.MAX_VALUE;

    @Option(
            names = "--bodies",
            paramLabel = "N",
            description = "Bodies in each state, 1 to 16777216. Default: ${DEFAULT-VALUE}.")
    @Range(max = StateLayout.MAX_CAPACITY)
    private int bodies = 100;

    @Option(
            names = "--window",
            paramLabel = "N",
            description = "States in a window, 1 to 8. Default: ${DEFAULT-VALUE}.")
    @Range(max = 8)
    private int window = 4;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of what each state writes. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    private SelfCheckingState content;
    private StatePublisher publisher;
    private List<HandoffReader> readers;
    private long tick;
    private long published;
    private long startNanos;
    private long lineNanos;

    @Override
    public Integer call() throws InterruptedException {
        open();
        List<Thread> threads = readers.stream()
                .map(reader -> new Thread(reader, reader.name()))
                .toList();
        threads.forEach(Thread::start);
        try {
            publishUntilTheEnd();
        } finally {
            // Also after a failure, because otherwise the readers would never end.
            readers.forEach(HandoffReader::stop);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        report();
        return flaws().isEmpty() ? 0 : 1;
    }

    private void open() {
        content = new SelfCheckingState(bodies, seed);
        publisher = StatePublisher.of(content.layout(), window);
        content.spawnAll(publisher.bodies());
        readers = List.of(
                reader("flat out", 0, Integer.MAX_VALUE),
                reader("at 1,000 Hz", SECOND_NANOS / 1_000, Integer.MAX_VALUE),
                reader("sleeping 0.5 s at a time", SECOND_NANOS / 2, Integer.MAX_VALUE),
                reader("leaving and joining", 0, 3),
                reader("leaving, sleeping and joining", SECOND_NANOS / 500, 1));
    }

    private HandoffReader reader(String name, long restNanos, int windowsPerVisit) {
        return new HandoffReader(name, publisher.states(), content, restNanos, windowsPerVisit);
    }

    private void publishUntilTheEnd() {
        TimeAnchor anchor = new TimeAnchor();
        startNanos = System.nanoTime();
        lineNanos = startNanos;
        while (published < publishes && System.nanoTime() - startNanos < seconds * SECOND_NANOS && flaws().isEmpty()) {
            for (int i = 0; i < BATCH; i++) {
                write(tick++, anchor);
            }
            if (System.nanoTime() - lineNanos >= SECOND_NANOS) {
                lineNanos += SECOND_NANOS;
                print("%3d s  %,d published, %,d windows checked%n", elapsedSeconds(), published, windows());
            }
        }
    }

    /** Begins the state of a tick, and publishes it unless it is one of those that are not. Amends now and then. */
    private void write(long tick, TimeAnchor anchor) {
        content.write(tick, publisher.bodies(), publisher.begin(tick, -tick, anchor, 0));
        if (content.plan().isPublished(tick)) {
            publisher.publish(0);
            published++;
        } else if ((tick & 1) == 0) {
            // As for a tick that is only hashed: what was written stays, although the state was whole already.
            publisher.hash();
        }
        if (tick % 16 == 0) {
            publisher.amend(anchor);
            publisher.publish(0);
        }
    }

    private void report() {
        print("%,d states of %d bodies published in %d s%n", published, bodies, elapsedSeconds());
        for (HandoffReader reader : readers) {
            print("  reader %-31s %,12d windows checked%n", reader.name(), reader.windows());
        }
        List<String> flaws = flaws();
        print(flaws.isEmpty() ? "every value of every window was right%n" : "WRONG: %s%n", String.join("; ", flaws));
    }

    private List<String> flaws() {
        return readers.stream()
                .map(HandoffReader::flaw)
                .filter(Objects::nonNull)
                .toList();
    }

    private long windows() {
        return readers.stream().mapToLong(HandoffReader::windows).sum();
    }

    private long elapsedSeconds() {
        return (System.nanoTime() - startNanos + SECOND_NANOS / 2) / SECOND_NANOS;
    }
}
