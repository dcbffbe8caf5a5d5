package io.github.freestep.render.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.VirtualLink;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.server.past.Shot;
import io.github.freestep.render.server.past.StateHistory;
import io.github.freestep.state.State;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.joml.Vector3d;
import org.joml.Vector3f;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shots of players over a link of 80 ms in each direction. */
@Timeout(300)
class ShotsTest {
    private static final long MILLI = 1_000_000;
    private static final int WAY_MILLIS = 80;
    private static final int PLAYERS = 4;
    private static final int SHOTS = Thorough.of(400, 10_000);

    /** By how much a picture may differ from the states of the server, in metres. */
    private static final double PRECISION = 0.01;

    private final VirtualClock clock = new VirtualClock(77_000 * MILLI);
    private final VirtualLink link = new VirtualLink(1, clock);
    private final Random random = Seeds.random(2);
    private final List<Gun> guns = new ArrayList<>();
    private Range world = new Range(3, PLAYERS + 2);
    private InlineStepper physics = serve(builder().inline());

    /** What the server has published, at the time at which a client shoots at an older picture. */
    private StateHistory truth = StateHistory.builder(physics.states()).open();

    private boolean hangs;
    private int judged;
    private int borderline;
    private int inexact;
    private int unlike;

    ShotsTest() {
        link.way.delayNanos = WAY_MILLIS * MILLI;
    }

    private PhysicsBuilder builder() {
        return PhysicsService.builder(world.players.around(world)).rate(60).axes(world.players.axes());
    }

    private InlineStepper serve(InlineStepper started) {
        PlayerSink sink = world.players.serve(started);
        world.players.sender = link.serve(started.states(), sink);
        sink.ready();
        return started;
    }

    /** A shot on its way: what it has hit with smaller and with larger balls, and whether the picture was exact. */
    private record Flying(int least, int most, boolean isExact, Range world, int body, long nanos) {}

    /** A client. */
    private final class Gun {
        final RemoteStates remote;
        final RemotePlayer me;
        final FrameSampler frames;
        final Map<Integer, Flying> flying = new HashMap<>();
        final List<Integer> answers = new ArrayList<>();

        Gun(int player) {
            remote = link.join(player, Range.LAYOUT);
            me = RemotePlayer.of(remote);
            frames = FrameSampler.open(remote.states());
        }

        void frame(boolean shoots) {
            me.takeMessages(message -> {});
            Frame frame = frames.sample();
            me.takeAnswers(frame, (number, slot, life) -> answer(number, slot));
            if (shoots && me.hasBody() && frame.life(me.body()) == me.life()) {
                shoot(frame);
            }
        }

        private void shoot(Frame frame) {
            int target = random.nextInt(frame.slots());
            long shown = remote.serverNanos(frame.reachedTick(), frame.simulationNanos());
            if (target == me.body() || !frame.isAlive(target) || shown == State.NO_TICK) {
                return;
            }
            boolean isPredicted = random.nextBoolean();
            Vector3d from =
                    isPredicted ? world.ahead(me.body(), 1e-3 * WAY_MILLIS) : frame.position(me.body(), new Vector3d());
            Vector3d to = new Vector3d(Range.ball(frame, target)).sub(from);
            to.add(random.nextGaussian() * 0.4, random.nextGaussian() * 0.4, random.nextGaussian() * 0.4);
            int number = me.shoot(frame, from.x, from.y, from.z, to.x, to.y, to.z);
            if (number > 0) {
                int least = Range.hit(frame, me.body(), from, to, -PRECISION);
                int most = Range.hit(frame, me.body(), from, to, PRECISION);
                boolean isExact = isExact(frame, shown);
                flying.put(number, new Flying(least, most, isExact, world, me.body(), shown));
            }
        }

        int shootUp(Frame frame) {
            Vector3d from = frame.position(me.body(), new Vector3d());
            return me.shoot(frame, from.x, from.y, from.z, 0, 1, 0);
        }

        private boolean isExact(Frame frame, long shown) {
            Frame then = truth.at(shown);
            boolean isExact = then.simulationNanos() == shown;
            for (int slot = 0; slot < then.slots(); slot++) {
                Vector3f ball = Range.ball(then, slot);
                isExact &= frame.life(slot) == then.life(slot)
                        && frame.isAlive(slot) == then.isAlive(slot)
                        && (!then.isAlive(slot) || ball.distance(Range.ball(frame, slot)) <= PRECISION);
            }
            return isExact;
        }

        private void answer(int number, int slot) {
            answers.add(slot);
            Flying shot = flying.remove(number);
            assertTrue(shot != null, "one answer to each");
            if (slot == PlayerMessages.LOST) {
                return;
            }
            if (slot == PlayerMessages.REFUSED) {
                // A picture that lacks a lost datagram shows a body where it no longer is.
                inexact += shot.isExact ? 0 : 1;
                assertTrue(
                        !shot.isExact || shot.world.brokenNanos[shot.body] > shot.nanos - 20 * MILLI,
                        () -> "its body was neither shot nor teleported: " + shot);
                return;
            }
            judged++;
            borderline += shot.least != shot.most ? 1 : 0;
            inexact += shot.isExact ? 0 : 1;
            boolean isLike = shot.least != shot.most || slot == shot.least;
            unlike += isLike ? 0 : 1;
            assertTrue(isLike || !shot.isExact, () -> slot + " was hit, not as the player saw: " + shot);
        }
    }

    private void run(long millis, int shotsOfTenFrames) {
        for (long i = 0; i < millis; i++) {
            clock.advance(MILLI);
            if (!hangs) {
                physics.advance(MILLI);
            }
            truth.update();
            link.pass();
            if (i % 7 == 0) {
                for (Gun gun : guns) {
                    gun.frame(random.nextInt(10) < shotsOfTenFrames);
                }
            }
        }
    }

    private void join(int players) {
        for (int player = 1; player <= players; player++) {
            guns.add(new Gun(player));
        }
        run(3_000, 0);
    }

    private void runUntil(int shots) {
        for (int rounds = 0; judged < shots; rounds++) {
            assertTrue(rounds < 10 * shots, () -> judged + " shots were judged");
            run(100, 3);
        }
    }

    /** The server crashes half a second after a save, and is gone for a time. */
    private void restart(int goneMillis) throws Exception {
        byte[] saved = physics.read(Saves::saved).join();
        run(500, 3);
        link.crash();
        run(goneMillis, 3);
        physics.close();
        world = new Range(4, PLAYERS + 2);
        physics = serve(Saves.startAt(builder(), saved).inline());
        truth = StateHistory.builder(physics.states()).open();
        run(1_000, 0);
        guns.forEach(gun -> assertEquals(Map.of(), gun.flying, "those on their way are lost"));
        run(1_000, 3);
    }

    @Test
    void whatTheClientsFrameHitsIsWhatTheServerCounts() throws Exception {
        link.way.loss = 0.05;
        join(PLAYERS);
        runUntil(SHOTS / 3);
        restart(0);
        runUntil(2 * SHOTS / 3);
        restart(1_500);
        runUntil(SHOTS);
        run(2_000, 0);
        String text = judged + " shots, " + borderline + " at an edge, " + inexact + " at inexact pictures, " + unlike
                + " unlike";
        assertTrue(borderline <= judged / 10 && inexact <= judged / 20 && unlike <= judged / 100, text);
        assertEquals(0, guns.stream().mapToInt(gun -> gun.flying.size()).sum(), "each shot has an answer");
    }

    /** A program that ends without a word is known by its silence alone. */
    @Test
    @Logs("NO_ANSWER: no answer has come from localhost")
    void aServerThatIsGoneGetsNoShotsAndThoseOnTheirWayAreLost() {
        join(1);
        Gun gun = guns.get(0);
        link.crash();
        run(1_200, 1);
        int open = gun.flying.size();
        assertTrue(open > 0);
        run(8_000, 1);
        assertEquals(open, gun.flying.size());
        run(2_000, 1);
        assertEquals(0, gun.flying.size());
        assertEquals(PlayerMessages.LOST, gun.answers.get(gun.answers.size() - 1));
    }

    @Test
    void anAnswerForWhichTheServerHadNoRoomIsLost() {
        join(1);
        Gun gun = guns.remove(0);
        for (int i = 0; i < 100; i++) {
            run(16, 0);
            gun.shoot(gun.frames.sample()); // and takes no messages
        }
        run(500, 0);
        guns.add(gun);
        run(5_000, 0);
        assertTrue(gun.flying.size() > 0);
        run(6_000, 0); // and does not shoot again
        assertEquals(0, gun.flying.size());
        assertEquals(PlayerMessages.LOST, gun.answers.get(gun.answers.size() - 1));
    }

    /** What hangs is the service, and not the thread that sends. */
    @Test
    void theShotsOfAServerWithoutStatesAreLost() {
        join(1);
        Gun gun = guns.get(0);
        run(500, 3);
        world.fails = true;
        assertThrows(PhysicsException.class, () -> run(50, 3));
        hangs = true;
        run(2_000, 3);
        assertEquals(RemoteStates.Status.STALLED, gun.remote.status());
        assertTrue(gun.flying.size() > 0);
        run(9_000, 3);
        assertEquals(0, gun.flying.size());
    }

    /** A server takes no messages in a pause. */
    @Test
    void aShotInALongPauseIsJudgedAfterIt() {
        join(1);
        Gun gun = guns.get(0);
        physics.pause();
        run(500, 0);
        run(50, 10);
        run(20_000, 0);
        assertTrue(gun.flying.size() > 0);
        physics.resume();
        run(500, 0);
        assertEquals(0, gun.flying.size());
        assertFalse(gun.answers.contains(PlayerMessages.LOST));
    }

    @Test
    void anAnswerThatHasComeIsNotLostWithItsServer() throws Exception {
        world.isTurbulent = false;
        join(1);
        Gun gun = guns.remove(0);
        Frame frame = gun.frames.sample();
        assertEquals(1, gun.shootUp(frame));
        run(300, 0);
        gun.me.takeMessages(message -> {});
        gun.me.takeAnswers(frame, (shot, slot, life) -> fail("the picture is older"));
        restart(0);
        List<Integer> told = new ArrayList<>();
        gun.me.takeAnswers(frame, (shot, slot, life) -> told.add(slot));
        assertEquals(List.of(State.NO_SLOT), told);
    }

    @Test
    void anAnswerComesOnceAndSaysWhyAShotWasRefused() {
        join(1);
        Gun gun = guns.remove(0);
        Frame frame = gun.frames.sample();
        double far = frame.x()[gun.me.body()] + 1_000;
        assertEquals(1, gun.me.shoot(frame, far, 0, 0, 0, 0, 1));
        List<Object> told = new ArrayList<>();
        for (int number = 1; number <= 3; number++) {
            run(500, 0);
            world.players.tell(1, PlayerMessages.answer(number, 0, 7, 1)); // of no shot that is open
            gun.me.takeMessages(message -> {});
            gun.me.takeAnswers(
                    gun.frames.sample(),
                    (shot, slot, life) ->
                            told.addAll(List.of(shot, slot, life, Objects.requireNonNull(gun.me.refusal()))));
        }
        assertEquals(List.of(1, PlayerMessages.REFUSED, 0, Refused.SHOT_PLACE), told);
    }

    /** Each target that is hit begins a new life in that tick. */
    @Test
    void anAnswerComesWithThePictureThatShowsWhatItMeans() {
        world.isTurbulent = false;
        join(1);
        Gun gun = guns.remove(0);
        int hits = 0;
        for (int rounds = 0; hits < 50; rounds++) {
            assertTrue(rounds < 10_000, "too few hits");
            Frame before = gun.frames.sample();
            int[] lives = new int[before.slots()];
            for (int slot = 0; slot < lives.length; slot++) {
                lives[slot] = before.life(slot);
            }
            run(16, 0);
            gun.me.takeMessages(message -> {});
            Frame frame = gun.frames.sample();
            List<Integer> dead = new ArrayList<>();
            gun.me.takeAnswers(frame, (number, slot, life) -> {
                if (slot >= 0 && life == lives[slot]) {
                    dead.add(slot);
                    assertTrue(frame.life(slot) != life, "the picture shows it");
                }
            });
            for (int slot = 0; slot < lives.length; slot++) {
                assertEquals(lives[slot] != frame.life(slot), dead.contains(slot));
            }
            hits += dead.size();
            gun.shoot(frame);
        }
    }

    /** The game has removed the body of a player without a word, and another body has its slot. */
    @Test
    void nobodyShootsFromTheBodyThatHasTheSlotOfADeadOne() {
        world.isTurbulent = false;
        join(1);
        Gun gun = guns.remove(0);
        int body = gun.me.body();
        physics.submit(c -> {
                    c.bodies().remove(body);
                    c.bodies().spawn(body);
                })
                .join();
        run(1_000, 0);
        Frame frame = gun.frames.sample();
        Vector3d from = frame.position(body, new Vector3d());
        long now = physics.read(c -> c.simulationNanos()).join();
        byte[] shot = Shot.message(now, body, frame.life(body), from.x, from.y, from.z, 0, 1, 0);
        gun.remote.send(PlayerMessages.shot(1, 0, shot), true);
        run(1_000, 0);
        assertEquals(0, world.judged);
        assertEquals(1, world.players.refused(0, Refused.SHOT));
    }

    /** The number of shots that are judged is bounded, but after an outage many may come at once. */
    @Test
    void aFloodIsRefused() {
        world.isTurbulent = false;
        join(1);
        Gun gun = guns.remove(0);
        for (int i = 0; i < 500; i++) {
            Frame frame = gun.frames.sample();
            Vector3d from = frame.position(gun.me.body(), new Vector3d());
            byte[] shot = Shot.message(
                    frame.simulationNanos(), gun.me.body(), gun.me.life(), from.x, from.y, from.z, 0, 1, 0);
            for (int n = 0; n < 10; n++) {
                gun.remote.send(PlayerMessages.shot(n, 0, shot), false);
            }
            run(1, 0);
        }
        run(500, 0);
        assertTrue(world.judged > 32 && world.judged <= 32 + 31, () -> world.judged + " were judged");
        assertTrue(
                world.players.refused(0, Refused.SHOT_RATE) > 500,
                () -> world.players.refused(0, Refused.SHOT_RATE) + " refused");
    }
}
