package io.github.freestep.physics.recording;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Reads, replays and plays recordings with random changes and valid checksums, in a separate JVM with a small heap.
 * Every file must be refused, read up to some point, or replayed as a whole. Only documented exceptions may be thrown.
 */
final class FuzzRun {
    enum Outcome {
        REFUSED,
        DAMAGED,
        NOT_WHOLE,
        WHOLE,
        FAILED,
        STOPPED,
        DIFFERENT,
        SAME,
        PLAYED,
        NOT_PLAYED
    }

    private static final int RECORDINGS = 6;
    private static final int AXES = 3;
    private static final int PLAYER_STATES = 100;

    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private final Path folder;
    private final long seed;

    /** What each tick shows, if a replay must show that or report a difference; otherwise null. */
    private List<Integer> right;

    private FuzzRun(Path folder, long seed) {
        this.folder = folder;
        this.seed = seed;
    }

    /** Arguments: a folder, a seed, the number of files. */
    public static void main(String[] args) throws Exception {
        FuzzRun run = new FuzzRun(Path.of(args[0]), Long.parseLong(args[1]));
        System.out.println("seed " + run.seed);
        run.run(Integer.parseInt(args[2]));
        System.out.println(run.outcomes);
    }

    private void run(int files) throws Exception {
        byte[][] recordings = new byte[RECORDINGS][];
        RecordingHeader[] headers = new RecordingHeader[RECORDINGS];
        ReadResult[] wholes = new ReadResult[RECORDINGS];
        List<List<Integer>> shown = new ArrayList<>();
        for (int i = 0; i < RECORDINGS; i++) {
            Path path = folder.resolve("right" + i);
            record(path, Seeds.random(seed + i), i);
            check(path, true, Seeds.random(seed));
            require(!outcomes.containsKey(Outcome.DIFFERENT), "a right recording is not repeated");
            recordings[i] = Files.readAllBytes(path);
            wholes[i] = ReadResult.of(path);
            shown.add(shown(path));
            headers[i] = RecordingSummary.of(path).header();
        }
        Path path = folder.resolve("changed");
        for (int i = 0; i < files; i++) {
            Random random = Seeds.random(seed * 1_000_003 + i);
            int which = random.nextInt(RECORDINGS);
            ChangedRecording changed =
                    new ChangedRecording(recordings[which], headers[which].run().axes(), random);
            boolean forges = i % 3 == 0;
            for (int change = random.nextInt(3); change >= 0; change--) {
                changed.forge();
                if (!forges) {
                    changed.change(headers[which]);
                }
            }
            byte[] file = changed.file();
            ReadResult.write(path, file);
            right = changed.isForgedOnly() ? shown.get(which) : null;
            try {
                require(right == null || ReadResult.of(path).startsLike(wholes[which]), "entries have changed");
                check(path, i % 2 == 0, random);
            } catch (Throwable e) {
                throw new AssertionError(
                        "seed " + seed + ", file " + i + ": " + HexFormat.of().formatHex(file), e);
            }
        }
    }

    private static void record(Path path, Random random, int which) throws IOException {
        StateLayout layout = StateLayout.of(BallWorld.BALLS).linear("spin").stepped("gear");
        try (InlineStepper stepper = PhysicsService.builder(new BallWorld.Savable(layout))
                // Random commands fail at times.
                .onProblem(problem -> {})
                .clock(new VirtualClock(0))
                .axes(AXES)
                .inline()) {
            Recorder recorder = Recorder.open(stepper, path, "fuzzed", "which=" + which, which, Duration.ofMillis(100));
            for (int i = 0; i < 40; i++) {
                enter(stepper, random);
                stepper.advance(random.nextInt(40_000_000));
                // So that no keyframe is late.
                Await.until(() -> recorder.tick() >= stepper.metrics().tick());
            }
            recorder.close();
        }
    }

    /** Replays from the beginning, and returns what each tick shows; a step of several ticks repeats its state. */
    private static List<Integer> shown(Path path) throws IOException {
        List<Integer> shown = new ArrayList<>();
        try (Replay replay = open(path, RecordingSummary.of(path));
                StateReader reader = replay.states().reader()) {
            do {
                reader.acquire();
                while (shown.size() <= replay.tick()) {
                    shown.add(shown(reader.state(0)));
                }
            } while (replay.next());
        }
        return shown;
    }

    private static int shown(State state) {
        int hash = 0;
        for (int body = 0; body < state.slots(); body++) {
            hash += state.isAlive(body) ? (2 * body + 1) * Float.floatToIntBits(state.x()[body]) : 0;
        }
        return hash;
    }

    private static void enter(InlineStepper stepper, Random random) {
        long now = stepper.clock().nanoTime();
        stepper.input().action(random.nextInt(100), random.nextFloat(), now);
        stepper.input().axis(random.nextInt(AXES), random.nextFloat(), now);
        switch (random.nextInt(6)) {
            case 0 -> stepper.submit(new BallWorld.ToggleBall(random.nextInt(10)));
            case 1 -> stepper.timeScale(Ratio.of(1 + random.nextInt(3), 2));
            case 2 -> stepper.pauseAndStep(2);
            case 3 -> stepper.resume();
            default -> {
                // Time passes.
            }
        }
    }

    private void count(Outcome outcome) {
        outcomes.merge(outcome, 1, Integer::sum);
    }

    private void check(Path path, boolean plays, Random random) throws IOException {
        RecordingSummary summary;
        try {
            summary = RecordingSummary.of(path);
        } catch (RecordingException e) {
            require(e.getMessage().startsWith(path + ": "), e.getMessage());
            count(Outcome.REFUSED);
            return;
        }
        boolean whole = summary.isComplete() && summary.damage() == null;
        require(summary.damage() != null || summary.endReason() != null, "the recording neither ends nor is damaged");
        require(
                summary.reachableTick() == summary.lastTick() == (summary.obstacle() == null),
                "reachableTick and obstacle do not match");
        count(summary.damage() != null ? Outcome.DAMAGED : whole ? Outcome.WHOLE : Outcome.NOT_WHOLE);
        replay(path, summary, whole);
        if (plays && fitsTwice(summary.header().layout())) {
            play(path, summary, random);
        }
    }

    /**
     * Whether this heap has room for a player, which needs the states of two steppers and its snapshots. A larger world
     * may run out of heap at any allocation, which depends on the collector.
     */
    private static boolean fitsTwice(StateLayout layout) {
        long values =
                16 + layout.linearChannels().size() + layout.steppedChannels().size();
        return PLAYER_STATES * values * Float.BYTES * layout.capacity()
                < Runtime.getRuntime().maxMemory();
    }

    private static Replay open(Path path, RecordingSummary summary) throws IOException {
        return Replay.open(path, () -> new BallWorld.Savable(summary.header().layout()), BallWorld.ToggleBall.READER);
    }

    private void replay(Path path, RecordingSummary summary, boolean whole) throws IOException {
        try (Replay replay = open(path, summary)) {
            long steps = 0;
            boolean same = true;
            while (replay.next()) {
                same &= replay.matches();
                steps++;
            }
            require(replay.feed.endReason != null, "a replay must end with a reason");
            require(replay.tick() == summary.reachableTick(), "a replay must not end at tick " + replay.tick());
            require(
                    summary.obstacle() == null || summary.obstacle().equals(replay.feed.endReason),
                    replay.feed.endReason);
            if (summary.obstacle() != null) {
                count(Outcome.STOPPED);
                return;
            }
            require(steps == summary.steps(), steps + " steps of " + summary.steps());
            require(whole == replay.feed.endReason.equals("the recording is over"), replay.feed.endReason);
            count(same ? Outcome.SAME : Outcome.DIFFERENT);
        } catch (RecordingException | PhysicsException e) {
            require(e.getMessage() != null, "an exception must have a message");
            count(Outcome.FAILED);
        }
    }

    private void play(Path path, RecordingSummary summary, Random random) throws IOException {
        try (Replay replay = open(path, summary)) {
            ReplaySimulation playback = playback(replay, random);
            try (InlineStepper player = PhysicsService.builder(playback)
                            .onProblem(problem -> {})
                            .clock(new VirtualClock(0))
                            .rate(playback.rate())
                            .inline();
                    StateReader reader = player.states().reader()) {
                play(playback, player, reader, summary, random);
            }
            count(Outcome.PLAYED);
        } catch (RecordingException | PhysicsException e) {
            require(right == null, "a forged keyframe must not end a playback: " + e);
            count(Outcome.NOT_PLAYED);
        }
    }

    private void play(
            ReplaySimulation playback,
            InlineStepper player,
            StateReader reader,
            RecordingSummary summary,
            Random random) {
        boolean same = true;
        for (int i = 0; i < 20; i++) {
            switch (random.nextInt(4)) {
                case 0 -> playback.seekTo(player, random.nextInt(100));
                case 1 -> playback.seekTo(player, random.nextLong() & Long.MAX_VALUE);
                case 2 ->
                    player.submit(playback.backwards(random.nextBoolean())).join();
                default -> {}
            }
            player.advanceTick();
            int tick = (int) playback.tick();
            // Keyframes behind damage, or behind what stops a replay, are used as well.
            boolean passes = summary.damage() != null || summary.obstacle() != null;
            require(tick >= 0 && (tick <= summary.reachableTick() || passes), "tick " + tick);
            reader.acquire();
            same &= right == null || tick < right.size() && right.get(tick) == shown(reader.state(0));
        }
        require(same || playback.firstDifferentTick() >= 0 || summary.damage() != null, "a wrong state is shown");
    }

    /** Small snapshots: a ring with a few of them. Large ones: as many as a playback keeps by default in this heap. */
    private static ReplaySimulation playback(Replay replay, Random random) {
        boolean small = replay.header().layout().capacity() < 1_000;
        return small
                ? new ReplaySimulation(replay, 2 + random.nextInt(20), NanoClock.system(), Long.MAX_VALUE)
                : new ReplaySimulation(replay);
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
