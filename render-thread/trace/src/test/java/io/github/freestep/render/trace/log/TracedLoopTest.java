package io.github.freestep.render.trace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which traced methods are the frames and the steps of a game. */
class TracedLoopTest {
    private static final String SWAP = "org.lwjgl.glfw.GLFW::glfwSwapBuffers";

    @TempDir
    private Path folder;

    /** The event of the agent. */
    @Name("io.github.freestep.Method")
    static final class Call extends Event {
        String type;
        String method;
    }

    private static void call(String name) {
        Call call = new Call();
        call.type = name.split("::")[0];
        call.method = name.split("::")[1];
        call.begin();
        call.commit();
    }

    private Path record(Runnable calls) throws IOException {
        Path file = folder.resolve("game.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            calls.run();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private Path game(String... methods) throws IOException {
        return record(() -> {
            for (int i = 0; i < 3; i++) {
                for (String each : methods) {
                    call(each);
                }
            }
        });
    }

    private static TracedLoop read(Path file, String frame, String step) throws IOException {
        return FlightFile.read(file).loop(frame, step);
    }

    private static List<String> entries(TracedLoop loop) {
        List<String> entries = new ArrayList<>();
        loop.log.run(new MotionHandler() {
            @Override
            public void frame(ShownFrame frame) {
                entries.add("frame " + frame.number());
            }

            @Override
            public void tick(TickWork work) {
                entries.add("step " + work.tick());
            }
        });
        return entries;
    }

    @Test
    void theOnlyMethodThatShowsAPictureEndsFramesAndTheOnlyOtherOneIsTheStep() throws IOException {
        TracedLoop loop = read(game("Game::step", SWAP), null, null);
        assertEquals(SWAP, loop.frame);
        assertEquals("Game::step", loop.step);
        assertEquals(List.of("step 0", "frame 1", "step 1", "frame 2", "step 2", "frame 3"), entries(loop));
        assertEquals(Thread.currentThread().getName(), loop.log.thread);
    }

    @Test
    void theOnlyTracedMethodEndsFramesWhateverItsName() throws IOException {
        TracedLoop loop = read(game("Game::draw"), null, null);
        assertEquals("Game::draw", loop.frame);
        assertNull(loop.step);
    }

    /** A loading thread may show pictures, too, and its frames are not those of the game. */
    @Test
    void onlyTheThreadWithTheMostFramesCounts() throws IOException {
        TracedLoop loop = read(
                record(() -> {
                    call(SWAP);
                    call(SWAP);
                    Thread other = new Thread(() -> call(SWAP));
                    other.start();
                    try {
                        other.join();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    call(SWAP);
                }),
                null,
                null);
        assertEquals(3, loop.log.frames());
    }

    /** As if one overload calls another. */
    @Test
    void aStepWithinAStepIsAPartOfIt() throws IOException {
        TracedLoop loop = read(
                record(() -> {
                    Call outer = new Call();
                    outer.type = "Game";
                    outer.method = "step";
                    outer.begin();
                    call("Game::step");
                    call("Game::step");
                    outer.commit();
                    call("Game::step");
                    call(SWAP);
                }),
                null,
                null);
        assertEquals(List.of("step 0", "step 1", "frame 1"), entries(loop));
        assertTrue(loop.hasSteps());
    }

    @Test
    void namesThatAreNotClearAreAskedFor() throws IOException {
        Path file = game("Game::step", "Game::draw");
        String said =
                assertThrows(IOException.class, () -> read(file, null, null)).getMessage();
        assertEquals(
                "it has several methods, so say which one ends a frame: --frame TYPE::METHOD; it has 3 calls"
                        + " of Game::draw, 3 calls of Game::step",
                said);
        assertEquals("Game::step", read(file, "Game::draw", null).step);
    }

    @Test
    void theMethodThatTheProgramWasToldFirstEndsFrames() throws IOException {
        Path file = game("Game::step", "Game::stepAll");
        List<RecordedEvent> calls = RecordingFile.readAllEvents(file).stream()
                .filter(TracedLoop::is)
                .toList();
        for (String options :
                List.of("-javaagent:a.jar=Game::stepAll,Game::step", "method-trace=Game::stepAll;Game::step")) {
            TracedLoop loop = TracedLoop.of(calls, null, null, options);
            assertEquals("Game::stepAll", loop.frame);
            assertEquals("Game::step", loop.step);
        }
    }

    @Test
    void aMethodThatTheRecordingDoesNotHaveIsNamed() throws IOException {
        Path file = game(SWAP);
        String frame = assertThrows(IOException.class, () -> read(file, "Game::draw", null))
                .getMessage();
        assertEquals("it has no call of Game::draw; it has 3 calls of " + SWAP, frame);
        String step = assertThrows(IOException.class, () -> read(file, null, "Game::step"))
                .getMessage();
        assertEquals("it has no call of Game::step; it has 3 calls of " + SWAP, step);
    }

    /** As a version to come, or a stranger, may write it. */
    @Name("io.github.freestep.Method")
    static final class OtherCall extends Event {
        int method = 3;
    }

    @Test
    void callsOfAnotherFormAreRefused() throws IOException {
        Path file = record(() -> {
            OtherCall call = new OtherCall();
            call.begin();
            call.commit();
        });
        String said =
                assertThrows(IOException.class, () -> read(file, null, null)).getMessage();
        assertEquals(file + " has events that this version cannot read; use the version that recorded it", said);
    }

    @Test
    void aRecordingWithoutCallsHasNoLoop() throws IOException {
        assertNull(read(record(() -> {}), null, null));
    }
}
