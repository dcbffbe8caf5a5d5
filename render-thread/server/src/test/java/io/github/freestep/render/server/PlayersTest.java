package io.github.freestep.render.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seats, bodies and input, without a network: the test calls what the thread of a sender calls. */
class PlayersTest {
    private static final long ANN = 11;
    private static final long BOB = 22;
    private static final long EVE = 33;

    private Plain world = new Plain(2);
    private SavableSimulation around;
    private InlineStepper physics = builder().inline();
    private PlayerSink sink = served();

    private PhysicsBuilder builder() {
        around = world.players.around(world);
        return PhysicsService.builder(around).rate(10).axes(world.players.axes());
    }

    private PhysicsBuilder builder(int seats) {
        world = new Plain(seats);
        return builder();
    }

    private void restart(PhysicsBuilder options) {
        physics = options.inline();
        sink = served();
    }

    private PlayerSink served() {
        PlayerSink made = world.players.serve(physics);
        made.ready();
        return made;
    }

    private void seconds(double time) {
        for (int i = 0; i < time * 10; i++) {
            sink.passed();
            physics.advanceTick();
        }
    }

    private boolean axis(long client, int axis, float value) {
        sink.from(client);
        return sink.axis(axis, value, physics.clock().nanoTime());
    }

    private boolean action(long client, int code, float value) {
        sink.from(client);
        return sink.action(code, value, physics.clock().nanoTime());
    }

    private double x(long client) {
        return world.x[world.players.body(world.players.seatOf(client))];
    }

    private boolean isAlive(int slot) {
        return physics.read(c -> c.bodies().isAlive(slot)).join();
    }

    @Test
    void eachPlayerHasABodyAndInputOfItsOwn() {
        sink.joined(ANN);
        sink.joined(BOB);
        assertEquals(1, world.players.seatOf(BOB));
        assertEquals(3, world.players.body(1));
        assertEquals(BOB, world.players.number(1));
        assertEquals(-1, world.players.seatOf(EVE));
        assertTrue(axis(BOB, 0, 2));
        assertTrue(action(BOB, 7, 0.5f));
        assertFalse(axis(BOB, 2, 2), "an axis of the next seat");
        assertFalse(action(BOB, Players.ACTIONS, 1), "an action of the next seat");
        assertFalse(action(ANN, -1, 1));
        assertFalse(action(EVE, 1, 1), "who has not joined");
        seconds(0.1);
        assertEquals(2, x(BOB));
        assertEquals(0, x(ANN));
        assertEquals("1:7=0.5", world.jumps.toString());
        action(BOB, 8, 1);
        seconds(0.1);
        assertEquals("1:7=0.51:8=1.0", world.jumps.toString());
    }

    @Test
    void whoClosesTheClientLeavesAtOnceAndReleasesItsKeys() {
        sink.joined(ANN);
        axis(ANN, 0, 1);
        seconds(0.1);
        sink.left(ANN, true);
        assertEquals(-1, world.players.seatOf(ANN));
        assertEquals(-1, world.players.body(0));
        assertFalse(isAlive(2));
        assertFalse(axis(ANN, 0, 1));
        sink.joined(BOB);
        seconds(0.5);
        assertEquals(0, x(BOB));
    }

    @Test
    void whoIsSilentStandsStillAndKeepsSeatAndBodyForTheGrace() {
        sink.joined(ANN);
        axis(ANN, 0, 1);
        seconds(0.1);
        sink.left(ANN, false);
        seconds(1); // from the first tick on
        assertFalse(world.players.isHere(0));
        assertEquals(1, x(ANN));
        assertFalse(action(ANN, 1, 1), "before its return is noticed, the seat may become free");
        sink.joined(ANN);
        seconds(0.1);
        assertEquals(2, x(ANN), "the key is still held");

        sink.left(ANN, false);
        seconds(1);
        assertTrue(isAlive(2));
        seconds(0.1);
        assertFalse(isAlive(2));
        assertEquals(-1, world.players.seatOf(ANN));
        seconds(8.5);
        assertTrue(axis(ANN, 0, 1));
        seconds(1);
        assertFalse(axis(ANN, 0, 1), "her keys are kept for ten seconds");
    }

    @Test
    void aKeyThatIsHeldBeforeThereIsASeatCounts() {
        sink.joined(ANN);
        sink.joined(BOB);
        sink.joined(EVE);
        assertEquals(-1, world.players.seatOf(EVE));
        assertTrue(axis(EVE, 0, 3));
        assertTrue(axis(EVE, 0, 4));
        assertFalse(action(EVE, 1, 1), "a click would come when nobody expects it");
        sink.left(EVE, false);
        seconds(5);
        sink.joined(EVE);
        seconds(0.5);
        axis(ANN, 0, 1);
        sink.left(ANN, true);
        assertEquals(0, world.players.seatOf(EVE));
        seconds(0.1);
        assertEquals(4, x(EVE));
        assertTrue(axis(EVE, 0, 0));
        seconds(0.1);
        assertEquals(4, x(EVE));
    }

    /** A tick sorts input by its time, and the clock of a client is not exact. */
    @Test
    void aValueThatComesAfterTheSeatCountsWhateverItsTime() {
        sink.joined(ANN);
        axis(ANN, 0, 5);
        sink.from(ANN);
        assertTrue(sink.axis(0, 7, physics.clock().nanoTime() - 1));
        assertTrue(sink.action(3, 1, physics.clock().nanoTime() - 1));
        seconds(0.1);
        assertEquals(7, x(ANN));
        assertEquals("0:3=1.0", world.jumps.toString());
        sink.from(ANN);
        assertTrue(sink.axis(0, 9, physics.clock().nanoTime() + 1));
        axis(ANN, 0, 1);
        seconds(0.1);
        assertEquals(8, x(ANN));
    }

    @Test
    void whoLeavesReleasesItsKeysAlsoIfTheQueueIsFull() {
        restart(builder(1).inputCapacity(4));
        sink.joined(ANN);
        axis(ANN, 0, 1);
        seconds(0.1);
        while (physics.input().action(-100, 0)) {
            // The queue has room.
        }
        sink.left(ANN, true);
        sink.joined(BOB);
        seconds(0.5);
        assertEquals(0, x(BOB));
        assertTrue(axis(BOB, 0, 2));
        seconds(0.1);
        assertEquals(2, x(BOB));
    }

    /** The tick that takes the seat away has not come yet when the input arrives. */
    @Test
    void inputThatRacesWithALossOfTheSeatDoesNotActForTheNextPlayer() throws InterruptedException {
        restart(builder(1));
        sink.joined(ANN);
        sink.joined(BOB);
        seconds(0.1);
        Thread other = new Thread(
                () -> { // Its commands wait for a call of this thread.
                    sink.left(ANN, true);
                    sink.joined(ANN);
                    axis(ANN, 0, 5);
                    action(ANN, 7, 1);
                });
        other.start();
        other.join();
        seconds(0.3);
        assertEquals(0, world.players.seatOf(BOB));
        assertEquals(0, x(BOB));
        assertEquals("", world.jumps.toString());
        sink.left(BOB, true);
        seconds(0.1);
        assertEquals(5, x(ANN), "she still holds the key");
    }

    /** While the world rests, no tick comes by itself. */
    @Test
    void aTickComesForAPlayerWhoWaitsForAFreeSeat() throws IOException {
        physics = builder(1).inline();
        world.rests = true;
        byte[] saved = save();
        physics.submit(new PlayerPresence(ANN, PlayerPresence.HERE)).join();
        physics.submit(new PlayerPresence(ANN, PlayerPresence.SILENT)).join();
        physics.submit(new PlayerPresence(BOB, PlayerPresence.HERE)).join();
        physics.submit(restoring(saved)).join();
        assertFalse(around.resting());
        physics.advanceTick();
        assertEquals(0, world.players.seatOf(BOB));
        assertTrue(around.resting());
    }

    @Test
    void aPlayerCanGetAnotherBody() {
        sink.joined(ANN);
        physics.submit(c -> world.players.setBody(0, 1)).join();
        assertEquals(1, world.players.body(0));
    }

    @Test
    void aSaveHasSeatsAndBodies() throws IOException {
        sink.joined(ANN);
        sink.joined(BOB);
        axis(BOB, 0, 1);
        seconds(0.3);
        physics.submit(c -> c.bodies().remove(2)).join();
        byte[] saved = save();

        world = new Plain(2);
        physics = load(saved);
        sink = served();
        sink.joined(EVE);
        assertEquals(-1, world.players.seatOf(EVE), "both may come back");
        sink.joined(BOB);
        assertEquals(1, world.players.seatOf(BOB));
        assertEquals(3, world.players.body(1));
        assertEquals(-1, world.players.body(0), "which was dead");
        seconds(0.1);
        assertEquals(3, x(BOB), "the key was released");
        seconds(1);
        assertEquals(0, world.players.seatOf(EVE), "ANN has not come back");
        assertEquals(1, world.players.seatOf(BOB));
    }

    @Test
    void loadingIntoARunKeepsWhoIsHere() throws IOException {
        sink.joined(ANN);
        byte[] saved = save();
        sink.joined(BOB);
        physics.submit(restoring(saved)).join();
        assertTrue(world.players.isHere(0));
        seconds(0.1);
        assertEquals(1, world.players.seatOf(BOB));
        assertTrue(isAlive(world.players.body(1)));
    }

    @Test
    void whoConnectsAgainAfterALoadHasOneSeat() throws IOException {
        byte[] saved = save();
        sink.joined(ANN);
        physics.submit(restoring(saved)).join();
        sink.joined(ANN);
        seconds(0.1);
        assertEquals(0, world.players.seatOf(ANN));
        assertEquals(0, world.players.number(1));
    }

    @Test
    void loadingIntoARunHoldsTheKeysThatAreHeldNow() throws IOException {
        sink.joined(ANN);
        axis(ANN, 0, 1);
        seconds(0.1);
        byte[] saved = save();
        axis(ANN, 0, 0);
        seconds(0.1);
        physics.submit(restoring(saved)).join();
        seconds(0.3);
        assertEquals(1, x(ANN));
        axis(ANN, 0, 2);
        seconds(0.1);
        assertEquals(3, x(ANN));
    }

    @Test
    @Logs("PLAYER_FAULT: the join of player 44 in seat 0: java.lang.IllegalStateException: planted, at ")
    void aReplayHasTheSamePlayers(@TempDir Path folder) throws IOException {
        restart(builder(1));
        Path file = folder.resolve("players");
        try (Recorder recorder = Recorder.open(physics, file, "plain", "", 0)) {
            sink.joined(Plain.MISTAKE); // in the replay, too
            sink.joined(ANN);
            sink.joined(BOB);
            axis(ANN, 0, 1);
            seconds(0.2);
            action(ANN, 7, 1);
            sink.left(ANN, true);
            axis(BOB, 0, 3);
            action(BOB, 8, 1);
            seconds(0.2);
            assertNull(recorder.failure());
        }
        Plain again = new Plain(1);
        try (Replay replay =
                Replay.open(file, () -> again.players.around(again), Players.commands(CommandReader.NONE))) {
            while (replay.next()) {
                assertTrue(replay.matches(), () -> "tick " + replay.tick());
            }
            assertEquals(physics.metrics().tick(), replay.tick());
        }
        assertEquals("0:8=1.0", again.jumps.toString());
        assertEquals(6, again.x[2]);
    }

    @Test
    void aSaveWithMoreSeatsIsRefused() throws IOException {
        byte[] saved = save();
        world = new Plain(1);
        physics = builder().axes(6).inline();
        Throwable refused = assertThrows(
                Exception.class, () -> physics.submit(restoring(saved)).join());
        assertEquals(
                "the save has 2 seats, and this run 1; build the players with at least as many",
                refused.getCause().getMessage());
    }

    @Test
    void aSaveInWhichAPlayerHasTwoSeatsIsRefused() throws IOException {
        sink.joined(ANN);
        sink.joined(BOB);
        byte[] saved = save();
        int ann = seatIn(saved); // whose number is followed by its body; then BOB's seat is taken
        System.arraycopy(saved, ann, saved, ann + 15, Long.BYTES);
        Throwable refused = assertThrows(
                Exception.class, () -> physics.submit(restoring(saved)).join());
        assertEquals(
                "each player must have one seat in a save, player 11 was in seats 0 and 1; use an undamaged save",
                refused.getCause().getMessage());
        assertEquals(1, world.players.seatOf(BOB));
    }

    @Test
    void aSaveWithABodyBeyondTheLayoutGivesNone() throws IOException {
        sink.joined(ANN);
        byte[] saved = save();
        ByteBuffer.wrap(saved).putInt(seatIn(saved) + Long.BYTES, Plain.LAYOUT.capacity());
        world = new Plain(2);
        physics = load(saved);
        assertEquals(0, world.players.seatOf(ANN));
        assertEquals(-1, world.players.body(0));
    }

    @Test
    void aSaveJustAfterALoadHasTheBodies() throws IOException {
        sink.joined(ANN);
        byte[] saved = save();
        sink.left(ANN, true);
        byte[] again = physics.read(c -> {
                    restoring(saved).run(c);
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    Saves.save(c, new DataOutputStream(bytes));
                    return bytes.toByteArray();
                })
                .join();
        world = new Plain(2);
        physics = load(again);
        assertEquals(2, world.players.body(0));
    }

    /** The game removes a body, and another player gets its slot. */
    @Test
    void aDeadBodyIsNobodysEvenIfItsSlotLivesAgain() throws IOException {
        sink.joined(ANN);
        physics.submit(c -> c.bodies().remove(2)).join();
        sink.joined(BOB);
        assertEquals(2, world.players.body(1));
        byte[] saved = save();
        sink.left(ANN, true);
        assertTrue(isAlive(2));

        world = new Plain(2);
        physics = load(saved);
        sink = served();
        sink.joined(BOB);
        assertEquals(2, world.players.body(1));
        seconds(1.2);
        assertEquals(-1, world.players.seatOf(ANN));
        assertTrue(isAlive(2), "of BOB, not of ANN, who has left");
    }

    @Test
    void aHostThatThrowsLeavesNoHalfASeat() {
        List<String> told = new CopyOnWriteArrayList<>();
        restart(builder(2).onProblem(problem -> told.add(problem.message())));
        world.refuses = true;
        sink.joined(ANN);
        Await.until(() -> told.size() == 1); // the sender goes on, and the failure is reported
        assertTrue(told.get(0).contains("planted"), told::toString);
        assertEquals(0, world.players.number(0));
        world.refuses = false;
        sink.joined(BOB);
        assertEquals(0, world.players.seatOf(BOB));
        world.refuses = true;
        sink.left(BOB, true);
        assertEquals(-1, world.players.seatOf(BOB));
    }

    /** The host is asked once for the one who has waited, and the input of that tick counts for the others. */
    @Test
    @Logs("PLAYER_FAULT: the ")
    void aHostThatThrowsInAStepEndsNeitherTheRunNorTheWaits() {
        sink.joined(ANN);
        seconds(0.1);
        sink.joined(BOB);
        sink.joined(EVE);
        axis(BOB, 0, 3);
        sink.left(ANN, false);
        seconds(1); // EVE gets the seat of ANN when the grace has passed.
        world.refuses = true;
        seconds(0.2);
        world.refuses = false;
        double before = x(BOB);
        seconds(0.5);
        assertEquals(before + 15, x(BOB));
    }

    @Test
    void whoComesOrGoesWhileTheQueueOfCommandsIsFullIsNoticedLater() throws InterruptedException {
        world = new Plain(2);
        physics = builder().commandCapacity(2).inline();
        sink = served();
        sink.joined(BOB);
        seconds(0.1);
        Thread other = new Thread(
                () -> { // Its commands wait for a call of this thread.
                    physics.submit(c -> {});
                    physics.submit(c -> {});
                    sink.joined(ANN);
                    sink.left(BOB, true);
                });
        other.start();
        other.join();
        assertEquals(-1, world.players.seatOf(ANN));
        seconds(0.3);
        assertEquals(1, world.players.seatOf(ANN));
        assertEquals(-1, world.players.seatOf(BOB));
    }

    @Test
    void theWorldDoesNotRestBeforeAClientKnowsThatItWaits() {
        physics = builder(1).inline();
        world.rests = true;
        // As in a replay, all is told until there is a sender, and then nothing.
        physics.submit(new PlayerPresence(ANN, PlayerPresence.HERE)).join();
        physics.advanceTick();
        assertTrue(physics.read(c -> around.resting()).join());
        served().joined(BOB);
        assertFalse(physics.read(c -> around.resting()).join());
    }

    @Test
    void aNameFromAClientIsCut() {
        sink.joined(ANN);
        byte[] message = new byte[1_000];
        Arrays.fill(message, (byte) 'a');
        message[0] = PlayerMessages.NAME;
        world.players.take(ANN, message);
        assertEquals("a".repeat(32), world.players.name(0));
    }

    @Test
    void whoIsDroppedIsNotHeardAndTheNextPlayerBeginsWithNothing() {
        restart(builder(1).onProblem(problem -> {}));
        sink.joined(ANN);
        world.players.take(ANN, new byte[] {99});
        assertEquals(1, world.players.refused(0, Refused.MESSAGE));
        for (int i = 0; i < 90; i++) {
            if (i == 39) {
                seconds(10); // in which what was sent before is paid
            }
            world.players.take(ANN, new byte[] {PlayerMessages.GAME});
        }
        assertEquals(39 + 40, world.players.refused(0, Refused.EXCEPTION));
        byte[] good = PlayerMessages.ofGame(new byte[Integer.BYTES]);
        world.players.take(ANN, good);
        assertEquals(0, world.heard);
        sink.left(ANN, true);
        sink.joined(BOB);
        world.players.take(BOB, good);
        assertEquals(1, world.heard);
        assertEquals(0, world.players.refused(0, Refused.EXCEPTION));
    }

    /** The state with the body could arrive before the message that says whose it is. */
    @Test
    void nobodyGetsASeatBeforeMessagesCanBeSent() {
        world = new Plain(2);
        physics = builder().inline();
        sink = world.players.serve(physics);
        sink.joined(ANN);
        seconds(0.1);
        assertEquals(-1, world.players.seatOf(ANN));
        sink.ready();
        seconds(0.1);
        assertEquals(0, world.players.seatOf(ANN));
    }

    @Test
    void aServiceWithTooFewAxesIsRefused() {
        Plain other = new Plain(2);
        try (InlineStepper few =
                PhysicsService.builder(other.players.around(other)).axes(3).inline()) {
            assertEquals(
                    "the service must have 6 axes or more, had 3; call .axes(players.axes()) on its builder",
                    assertThrows(IllegalArgumentException.class, () -> other.players.serve(few))
                            .getMessage());
        }
    }

    @Test
    void inputAllocatesNothing() {
        restart(builder(1));
        sink.joined(ANN);
        sink.joined(BOB); // who waits
        seconds(0.1);
        assertEquals(
                0,
                Allocations.of(
                        2_000,
                        () -> { // more than the queue has room for
                            axis(ANN, 0, 1);
                            action(ANN, 7, 1);
                            axis(BOB, 0, 1);
                            sink.passed();
                        }));
    }

    @Test
    void ticksAllocateNothing() {
        physics = builder(1).inline();
        physics.submit(new PlayerPresence(ANN, PlayerPresence.HERE)).join();
        physics.submit(new PlayerPresence(BOB, PlayerPresence.HERE)).join();
        assertEquals(0, Allocations.of(2_000, () -> {
            physics.input().axis(0, 1);
            physics.advanceTick();
        }));
    }

    /** Where a save has the number of ANN. */
    private static int seatIn(byte[] saved) {
        int at = 0;
        while (ByteBuffer.wrap(saved).getLong(at) != ANN) {
            at++;
        }
        return at;
    }

    private byte[] save() {
        return physics.read(c -> {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    Saves.save(c, new DataOutputStream(bytes));
                    return bytes.toByteArray();
                })
                .join();
    }

    private static Command restoring(byte[] saved) {
        return c -> Saves.restore(c, new DataInputStream(new ByteArrayInputStream(saved)));
    }

    private InlineStepper load(byte[] saved) {
        return builder().startAt(30, restoring(saved)).inline();
    }
}
