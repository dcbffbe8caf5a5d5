package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.record.InspectCommand;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.Playback;
import io.github.freestep.render.StateHistory;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clips in the commands that read them. */
class ClipCommandsTest {
    private static final long TICK_NANOS = 10_000_000;

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path clip;

    @BeforeEach
    void save() throws IOException {
        clip = folder.resolve("a.fsh");
        StatePublisher publisher = StatePublisher.of(StateLayout.of(2));
        publisher.bodies().spawn(0);
        try (StateHistory history = StateHistory.builder(publisher.states())
                .last(Duration.ofSeconds(10))
                .name("pile 1")
                .inline()) {
            for (int tick = 0; tick < 200; tick++) {
                StateWriter state = publisher.begin(tick, tick * TICK_NANOS, new TimeAnchor(), 0);
                state.position(0, tick, 0, 0);
                state.orientation(0, 0, 0, 0, 1);
                publisher.publish(tick * TICK_NANOS);
                history.update();
            }
            history.save(clip, 0, Long.MAX_VALUE);
        }
    }

    private int run(Object command, Path file) {
        return Options.commandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(file.toString());
    }

    private Path changed(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("changed.fsh"), bytes);
    }

    @Test
    void inspectPrintsWhatAClipHas() {
        assertEquals(0, run(new InspectCommand(), clip), err::toString);
        assertTrue(out.toString().startsWith("clip        pile 1\n"), out::toString);
        assertTrue(out.toString().contains("length      200 states, 1.99 s, from 0.00 s on\n"), out::toString);
        assertTrue(out.toString().contains("state       whole\n"), out::toString);
    }

    /** The end is missing, and all blocks are there. */
    @Test
    void inspectReportsAClipThatIsNotWhole() throws IOException {
        byte[] bytes = Files.readAllBytes(clip);
        assertEquals(1, run(new InspectCommand(), changed(joined(bytes, new byte[9]))), err::toString);
        assertTrue(out.toString().contains("state       there are 9 bytes after the end\n"), out::toString);
    }

    private static byte[] joined(byte[] some, byte[] more) {
        byte[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    @Test
    void bothCommandsRefuseADamagedClipInOneLine() throws IOException {
        byte[] bytes = Files.readAllBytes(clip);
        bytes[bytes.length / 2] ^= 1;
        Path damaged = changed(bytes);
        for (Object command : new Object[] {new InspectCommand(), new ViewCommand()}) {
            err.getBuffer().setLength(0);
            assertEquals(2, run(command, damaged));
            assertTrue(err.toString().startsWith(damaged + ": the clip has no state; block 1 at byte "), err::toString);
            assertEquals(2, err.toString().lines().count(), () -> "and where the help is: " + err);
        }
        assertEquals(2, run(new ViewCommand(), folder.resolve("none.fsh")));
        assertTrue(err.toString().contains("none.fsh cannot be read: there is no such file or folder"), err::toString);
    }

    @Test
    void aClipIsDrawnAsItsScene() throws IOException {
        Playback playback = Playback.open(clip, NanoClock.system());
        ViewSettings options = new ViewSettings(
                "drum", 7, Ratio.ONE, 1, FrameMode.LATEST, 3, null, true, false, new KeyScript(List.of()));
        ViewSettings settings = ClipWorld.settings(options, playback);
        assertEquals("pile", settings.simulation());
        assertEquals(1, settings.bodies());
        assertEquals(FrameMode.LATEST, settings.mode());
        ClipWorld world = new ClipWorld(playback, Ratio.of(2), true);
        assertEquals(0, playback.simulationNanos());
        world.resume();
        world.requireRunning();
        assertTrue(world.states().reader().acquire());
    }

    @Test
    void aClipIsPlayedBackwardsUntilItIsOpenedAgain() throws IOException {
        VirtualClock clock = new VirtualClock(0);
        Playback playback = Playback.open(clip, clock);
        ClipWorld world = new ClipWorld(playback, Ratio.ONE, false);
        play(world, clock, 50);
        assertEquals(50 * TICK_NANOS, playback.simulationNanos());
        assertTrue(world.backwards(true));
        play(world, clock, 20);
        assertEquals(30 * TICK_NANOS, playback.simulationNanos(), TICK_NANOS);
        ClipWorld again = new ClipWorld(playback, Ratio.ONE, false);
        play(again, clock, 10);
        assertEquals(10 * TICK_NANOS, playback.simulationNanos(), TICK_NANOS);
    }

    private static void play(ClipWorld world, VirtualClock clock, int ticks) {
        for (int i = 0; i < ticks; i++) {
            clock.advance(TICK_NANOS);
            world.requireRunning();
        }
    }
}
