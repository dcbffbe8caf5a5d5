package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.net.link.Link;
import io.github.freestep.net.link.Packet;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.lockstep.EmptyWorld;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.ActionCode;
import io.github.freestep.physics.lockstep.link.Frames;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.VirtualClock;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SessionCoreTest {
    private static final long TICK = 10_000_000;
    private final VirtualClock clock = new VirtualClock(-TICK);
    private int actions;

    private final class World extends EmptyWorld {
        @Override
        public void step(Tick tick) {
            actions += tick.input().size();
        }
    }

    private static MatchSettings settings(int players) {
        return MatchSettings.of("t", StateLayout.of(1), players).rate(100);
    }

    @Test
    void aSessionThatFailsLeavesTheRun() {
        MatchRules rules = Rules.of(settings(2));
        SessionState session = new SessionState(rules, clock, CommandReader.NONE, IllegalStateException::new);
        SessionCore core = new SessionCore(session, SessionCore.ANY_PLAYER, 1);
        try (InlineStepper stepper =
                PhysicsService.builder(new World()).rate(100).clock(clock).inline()) {
            AttachedRun run = new AttachedRun(stepper);
            session.feed = new LockstepFeed(session, 0);
            session.attached = run;
            session.joinRequest = new JoinRequest(-1, false, 0, "", List.of());
            assertTrue(core.begin(clock.nanoTime()));
            stepper.advance(TICK);
            core.work(clock.nanoTime(), packet -> {});
            core.fail(new IllegalStateException("no transport"));
            assertTrue(session.isOver);
            assertEquals(
                    "the session has failed: java.lang.IllegalStateException: no transport",
                    session.failure.getMessage());
            stepper.advance(TICK);
            run.poll(event -> fail("read tick " + event.tick()));
        }
    }

    /** A session with a service, whose sequencer is a link that sends what a test wants. */
    private final class Joined implements AutoCloseable {
        final MatchRules rules = Rules.of(settings(2));
        final SessionState session = new SessionState(rules, clock, CommandReader.NONE, IllegalStateException::new);
        final InlineStepper stepper;
        private final SessionCore core = new SessionCore(session, SessionCore.ANY_PLAYER, 1);
        private final ByteBuffer out = ByteBuffer.allocate(Packet.MAX);
        private final List<Object> worlds = new ArrayList<>();
        private final Messages.ToSequencer notes = (Messages.ToSequencer) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Messages.ToSequencer.class}, (proxy, call, with) -> {
                    if (call.getName().equals("world")) {
                        worlds.add(with[0]);
                    }
                    for (Object each : with == null ? new Object[0] : with) {
                        if (each instanceof ByteBuffer bytes) {
                            bytes.position(bytes.limit());
                        }
                    }
                    return null;
                });
        private @Nullable Link sequencer;

        /** Joins a match at the start. */
        Joined() {
            LockstepFeed feed = new LockstepFeed(session, 0);
            stepper = Feeds.feed(PhysicsService.builder(new World()), feed)
                    .rate(100)
                    .clock(clock)
                    .inline();
            session.joinRequest = new JoinRequest(-1, false, 0, "", List.of());
            core.begin(clock.nanoTime());
            core.work(clock.nanoTime(), this::hear);
            Messages.writeWelcome(out.clear(), 0, Messages.Start.FRESH, 0);
            send();
            session.feed = feed;
            session.attached = new AttachedRun(stepper);
        }

        Joined frame(long tick, int... controls) {
            Messages.beginFrame(out.clear());
            Frames.write(out, tick, rules.minDelay, controls);
            send();
            return this;
        }

        Joined save(long tick) {
            Messages.writeSave(out.clear(), tick);
            send();
            return this;
        }

        /** Lets the sequencer take a packet. Its link begins with the first one. */
        private void hear(ByteBuffer packet) {
            if (sequencer == null) {
                sequencer = new Link(Packet.token(packet), Messages.MAX_TO_SEQUENCER, clock.nanoTime());
            }
            try {
                sequencer.onPacket(packet, clock.nanoTime());
                for (ByteBuffer message; (message = sequencer.take()) != null; ) {
                    Messages.read(message, notes);
                }
            } catch (InvalidMessageException e) {
                throw new AssertionError(e);
            }
        }

        /** Answers as a sequencer does that does not know the player. */
        void answersAsToAStranger() {
            Packet.writeUnknown(out.clear(), sequencer.token);
            core.onPacket(out, clock.nanoTime());
            core.work(clock.nanoTime(), packet -> {});
        }

        private void send() {
            sequencer.offer(Packet.URGENT, out.flip());
            sequencer.flush(clock.nanoTime(), packet -> core.onPacket(packet, clock.nanoTime()));
            core.work(clock.nanoTime(), this::hear);
            clock.advance(TICK);
            if (session.attached != null) {
                stepper.advance(TICK);
            }
        }

        String end() {
            assertEquals(Stage.ENDED, session.stage);
            assertEquals(Physics.Status.RUNNING, stepper.status());
            return session.failure.getMessage();
        }

        @Override
        public void close() {
            stepper.close();
        }
    }

    @Test
    void aFrameOfAnotherTickThanTheNextEndsTheSessionAndNotTheService() {
        for (long wrong : new long[] {1, 2, 4, Long.MAX_VALUE}) {
            try (Joined joined = new Joined()) {
                joined.frame(1);
                assertEquals(Stage.PLAYING, joined.frame(2).session.stage);
                joined.frame(wrong);
                assertEquals(
                        "the sequencer has sent an invalid message: a frame is of tick " + wrong + ", expected 3",
                        joined.end());
                assertEquals(2, joined.session.newestTick);
            }
        }
    }

    @Test
    void aSecondWelcomeEndsTheSession() {
        try (Joined joined = new Joined()) {
            Messages.writeWelcome(joined.frame(1).out.clear(), 0, Messages.Start.FRESH, 0);
            joined.send();
            assertEquals(
                    "the sequencer has sent an invalid message: only one welcome is allowed per session, but a second one has come",
                    joined.end());
        }
    }

    /** Such an answer may be forged, or older than the answer to a join that it has overtaken. */
    @Test
    void anAnswerToAStrangerEndsTheSessionOnlyIfTheSequencerIsSilent() {
        try (Joined joined = new Joined()) {
            joined.frame(1).answersAsToAStranger();
            assertEquals(Stage.PLAYING, joined.session.stage);
            clock.advance(1_100_000_000);
            joined.answersAsToAStranger();
            assertEquals(Stage.ENDED, joined.session.stage);
        }
    }

    /** A sequencer removes a player who sends it a world that it has not asked for. */
    @Test
    void aWorldIsSentToWhoHasAskedForIt() {
        for (long asked : new long[] {2, 3}) {
            try (Joined joined = new Joined()) {
                joined.frame(1).frame(2).save(asked);
                joined.frame(3).frame(4);
                assertEquals(List.of(asked), joined.worlds);
            }
        }
    }

    @Test
    void aTickHasRoomForAllActionsOfAllPlayers() {
        MatchRules rules = Rules.of(settings(MatchSettings.MAX_PLAYERS));
        PhysicsBuilder game = PhysicsService.builder(new World());
        SessionStart.apply(
                rules,
                clock,
                (tick, into) -> {
                    for (int player = 0; player < rules.players; player++) {
                        into.joins(player);
                        for (int code = 0; code < MatchRules.ACTIONS; code++) {
                            into.action(ActionCode.of(player, code), 1, 0);
                        }
                    }
                },
                game);
        try (InlineStepper stepper = game.inline()) {
            stepper.advance(TICK);
            assertEquals(1, stepper.metrics().tick());
            assertEquals(MatchSettings.MAX_PLAYERS * MatchRules.ACTIONS, actions);
        }
    }
}
