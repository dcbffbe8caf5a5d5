package io.github.freestep.physics.lockstep.session;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.lockstep.EmptyWorld;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.ActionCode;
import io.github.freestep.physics.lockstep.link.Frames;
import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.VirtualClock;
import java.io.DataInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A match of two players with two axes each, whose local player is number 1. */
class LockstepFeedTest {
    private static final long TICK = 10_000_000;
    private static final int MOST_REUSED = 1_024;

    private final MatchRules rules =
            Rules.of(MatchSettings.of("feed", StateLayout.of(1), 2).rate(100).axes(2), 1 << 20);
    private final List<String> seen = new ArrayList<>();
    private final SessionState session =
            new SessionState(rules, new VirtualClock(0), this::read, IllegalStateException::new);
    private final LockstepFeed feed = new LockstepFeed(session, 0);
    private final InlineStepper stepper = Feeds.feed(PhysicsService.builder(new World()), feed)
            .clock(new VirtualClock(0))
            .axes(4)
            .inline();

    private final class World extends EmptyWorld {
        @Override
        public void step(Tick tick) {
            TickInput input = tick.input();
            StringBuilder line = new StringBuilder("tick " + tick.number() + ":");
            for (int axis = 0; axis < 4; axis++) {
                line.append(" ").append(input.axis(axis));
            }
            for (int player = 0; player < 2; player++) {
                line.append(input.hasJoined(player) ? ", joins " + player : "");
                line.append(input.hasLeft(player) ? ", leaves " + player : "");
            }
            for (int i = 0; i < input.size(); i++) {
                line.append(", action ").append(ActionCode.action(input.code(i)));
                line.append(" of ").append(ActionCode.player(input.code(i)));
                line.append(" ").append(input.value(i));
            }
            seen.add(line.toString());
        }
    }

    private Command read(int type, DataInput in) throws IOException {
        if (type == 0) {
            return null;
        } else if (type == 1) {
            throw new IOException("cut off");
        } else if (type == 2) {
            throw new IllegalArgumentException("unknown");
        }
        int value = in.readByte();
        return context -> {
            seen.add("command " + value);
            if (value < 0) {
                throw new IOException("fails");
            }
        };
    }

    private static ByteBuffer command(int type, int value) {
        ByteBuffer body =
                ByteBuffer.allocate(100).putFloat(0).putFloat(0).put((byte) 0).put((byte) 2);
        InputBody.putCommand(body, type, ByteBuffer.wrap(new byte[] {7}));
        InputBody.putCommand(body, 3, ByteBuffer.wrap(new byte[] {(byte) value}));
        return body.flip();
    }

    private static ByteBuffer axes(float first, float second) {
        return ByteBuffer.allocate(10)
                .putFloat(first)
                .putFloat(second)
                .putShort((short) 0)
                .flip();
    }

    private static ByteBuffer actions(float first, float second, int code) {
        ByteBuffer body =
                ByteBuffer.allocate(100).putFloat(first).putFloat(second).put((byte) 1);
        InputBody.putAction(body, code, 1);
        return body.put((byte) 0).flip();
    }

    /** The content of a checked frame with an input of each of the first players. */
    private ByteBuffer frame(long tick, int delay, ByteBuffer... inputs) {
        return Frames.of(rules, tick, delay, new int[0], inputs).content();
    }

    private List<String> step() {
        seen.clear();
        stepper.advance(TICK);
        return seen;
    }

    @AfterEach
    void close() {
        stepper.close();
    }

    @Test
    void aTickGetsTheInputOfAllPlayers() throws InvalidMessageException {
        assertEquals(-1, feed.sampledUpTo);
        session.frames.add(frame(1, 4, actions(1, 2, 5), actions(3, 4, 6)));
        String line = "tick 1: 1.0 2.0 3.0 4.0, action 5 of 0 1.0, action 6 of 1 1.0";
        assertEquals(List.of(line), step());
        assertEquals(1, feed.fedTick);
        assertEquals(5, feed.sampledUpTo);
        session.frames.add(frame(2, 7, actions(8, 9, 5)));
        assertEquals(List.of("tick 2: 8.0 9.0 3.0 4.0, action 5 of 0 1.0"), step());
        assertArrayEquals(new float[] {8, 9, 3, 4}, feed.feeder.levels);
        assertEquals(9, feed.sampledUpTo);
        int[] controls = {0, 0b10};
        session.frames.add(Frames.of(rules, 3, 7, controls, axes(1, 2)).content());
        assertEquals(List.of("tick 3: 1.0 2.0 0.0 0.0, leaves 1"), step(), "who has left has no input");
        assertEquals(List.of(), step(), "the frame of tick 4 has not come");
        assertNull(feed.feeder.unreadable);
    }

    @Test
    void aCommandThatFailsEndsNoService() throws InvalidMessageException {
        session.frames.add(frame(1, 4, command(3, -1), axes(3, 0)));
        assertEquals(List.of("command 7", "command -1", "tick 1: 0.0 0.0 3.0 0.0"), step());
        assertEquals(Physics.Status.RUNNING, stepper.status());
    }

    /** Otherwise any player could replace the world of all others. */
    @Test
    void aLoadIsReadOnlyByAGameThatAllowsIt() {
        TickFeeder feeder = new TickFeeder(rules, CommandReader.NONE);
        feeder.command(1, 0x10AD_0001, ByteBuffer.allocate(0));
        assertTrue(feeder.unreadable.contains("must have a command reader"), feeder.unreadable);
    }

    @Test
    void onlyTheFrameOfTheTickIsFed() throws InvalidMessageException {
        String message = "the next frame must be that of tick 1, was ";
        String remedy = "; let no one but the session step this service";
        refusedWith(message + "missing" + remedy, IllegalStateException.class, () -> feed.feed(1, null));
        session.frames.add(frame(2, 4));
        refusedWith(message + "that of tick 2" + remedy, IllegalStateException.class, () -> feed.feed(1, null));
    }

    @Test
    void manyFramesWaitAndKeepTheirOrder() throws InvalidMessageException {
        int frames = MOST_REUSED + 5;
        for (int i = 1; i <= frames; i++) {
            ByteBuffer content = frame(i, 4, axes(i, 0));
            session.frames.add(content);
            // The message that it was part of is read again for the next one.
            content.putLong(0, 0);
        }
        for (int i = 1; i <= frames; i++) {
            assertTrue(step().contains("tick " + i + ": " + (float) i + " 0.0 0.0 0.0"), seen.toString());
        }
        assertTrue(session.frames.isEmpty());
        assertEquals(frames, feed.fedTick);
        // A longer frame in a buffer that was used for a shorter one.
        ByteBuffer[] inputs = {command(3, 1), command(3, 2)};
        session.frames.add(frame(frames + 1, 4, inputs));
        assertTrue(step().containsAll(List.of("command 1", "command 2")), seen.toString());
    }

    @Test
    void theFramesThatWaitAreBounded() throws InvalidMessageException {
        FrameQueue queue = session.frames;
        for (int i = 0; i < 5; i++) {
            queue.add(ByteBuffer.allocate(1 << 20));
            queue.release(queue.poll());
        }
        queue.add(ByteBuffer.allocate(1 << 20));
        queue.add(ByteBuffer.allocate(1 << 20));
        refusedWith(
                "the frames that wait have 2097153 bytes; the simulation is too slow to join",
                InvalidMessageException.class,
                () -> queue.add(ByteBuffer.allocate(1)));
    }
}
