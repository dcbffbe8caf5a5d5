package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Published;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** What a follower publishes of each state that it is sent. The network has no delay, and loses what a test says. */
class LocalStatesTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long TICK = 10 * MILLI;
    private static final int BODIES = 200;

    private final StateLayout layout =
            StateLayout.of(BODIES).linear("phase", "size").stepped("kind", "team");
    private final VirtualClock clock = new VirtualClock(0);
    private final StateFollower follower = new StateFollower(layout, clock);
    private final StateReader shown = follower.states().reader();
    private final TimeAnchor anchor = new TimeAnchor();
    private final TimeAnchor sentAnchor = new TimeAnchor();
    private final PieceHeader header = new PieceHeader();
    private Sender sender;

    /** Says which pieces of a state are lost, by their numbers. */
    private IntPredicate lost = piece -> false;

    private PoseGrid precision = PoseGrid.EXACT;

    /** A sender's clock minus that of the test. */
    private long offsetNanos;

    /** A sender that publishes and sends a state at each call. All its bodies move and turn evenly. */
    private final class Sender extends Published {
        final Timeline timeline = new Timeline(Ratio.of(100), senderNanos());
        private final StateEncoder encoder;
        private final long run;
        private int pieces;

        long tick = -1;
        final ClientBlocks client;

        Sender(long run, int count) {
            super(LocalStatesTest.this.layout, count);
            this.run = run;
            encoder = new StateEncoder(layout, precision, run);
            client = new ClientBlocks(layout);
        }

        void next() {
            tick++;
            long simulationNanos = timeline.simulationOf(tick);
            timeline.simulated(simulationNanos);
            write(publisher.begin(tick, simulationNanos, timeline.anchor(), senderNanos()));
            publisher.publish(senderNanos());
            send();
        }

        private void write(StateWriter writer) {
            for (int slot = 0; slot < bodies.slots(); slot++) {
                if (bodies.isAlive(slot)) {
                    double at = slot + 0.02 * tick;
                    writer.position(slot, at, 2 * at, -at);
                    writer.orientation(slot, 0, (float) Math.sin(at), 0, (float) Math.cos(at));
                    writer.linear(0, slot, 3 * at);
                    writer.linear(1, slot, -2 * at);
                    writer.stepped(0, slot, tick / 7);
                    writer.stepped(1, slot, tick / 3 + slot);
                }
            }
        }

        void amend() {
            publisher.amend(timeline.anchor());
            publisher.publish(senderNanos());
            send();
        }

        void send() {
            Output output = new Output(this::stream, this::piece);
            pieces = 0;
            encoder.begin(newest(), senderNanos(), output);
            encoder.encode(client, output);
            follower.poll(clock.nanoTime());
            client.acknowledge(follower.newestPiece(run), follower.piecesBefore());
        }

        private void stream(ByteBuffer datagram) {
            follower.receive(datagram, clock.nanoTime());
        }

        private void piece(ByteBuffer datagram) {
            header.ring = follower.playout.received.ring;
            byte[] bytes = VirtualNetwork.copy(datagram);
            header.read(bytes, 0, bytes.length);
            if (!lost.test(pieces++)) {
                follower.receive(ByteBuffer.wrap(bytes), clock.nanoTime());
            }
        }
    }

    private long senderNanos() {
        return clock.nanoTime() + offsetNanos;
    }

    private void run(int ticks) {
        for (int i = 0; i < ticks; i++) {
            clock.advance(TICK);
            sender.next();
        }
    }

    private State newest() {
        shown.acquire();
        return shown.state(0);
    }

    private void assertSame(String context) {
        State sent = sender.newest();
        State local = newest();
        new Snapshot(sent).assertSame(local, true, context);
        for (int slot = 0; slot < sent.slots(); slot++) {
            if (sent.isAlive(slot)) {
                assertEquals(sent.linear(1)[slot], local.linear(1)[slot], context);
                assertEquals(sent.stepped(1)[slot], local.stepped(1)[slot], context);
            }
        }
        assertEquals(sender.tick, follower.times.senderTick(), context);
        assertEquals(sender.tick, local.tick() - StateInside.tickBase(local), context);
        assertEquals(sent.simulationNanos(), local.simulationNanos() - StateInside.nanosBase(local), context);
    }

    @Test
    void aStateSaysByHowMuchItsPosesWereRounded() {
        precision = PoseGrid.STANDARD;
        sender = new Sender(1, 1);
        run(120);
        assertEquals(precision.positionError(), StateInside.positionError(newest()));
        assertEquals(precision.rotationError(), StateInside.rotationError(newest()));
        precision = PoseGrid.EXACT;
        sender = new Sender(2, 1);
        run(120);
        assertEquals(0, StateInside.positionError(newest()) + StateInside.rotationError(newest()));
    }

    @Test
    void aStateSaysWhichOfItsBodiesAreGuessed() {
        sender = new Sender(1, BODIES);
        run(120);
        assertFalse(StateInside.isGuessed(newest(), BODIES - 1));
        lost = piece -> header.endSlot == BODIES;
        run(3);
        assertTrue(StateInside.isGuessed(newest(), BODIES - 1));
        assertFalse(StateInside.isGuessed(newest(), 0));
        lost = piece -> false;
        run(3);
        assertFalse(StateInside.isGuessed(newest(), BODIES - 1));
    }

    /** Samplers bridge the first states. Later ones would come too late for them. */
    @Test
    void thePictureGoesOnWithoutARiderWhoseShipStaysUnknown() {
        int ship = BODIES - 1;
        sender = new Sender(1, BODIES);
        sender.bodies.attach(0, ship);
        run(120);
        assertSame("at the beginning");
        assertEquals(ship, newest().parent(0));
        sender.bodies.detach(0);
        sender.bodies.remove(ship);
        sender.bodies.spawn(ship);
        sender.bodies.attach(0, ship);
        // The piece with the ship.
        lost = piece -> header.endSlot > ship;
        long before = follower.times.senderTick();
        run(3);
        assertEquals(before, follower.times.senderTick());
        run(2);
        assertTrue(follower.times.senderTick() > before);
        assertFalse(newest().isAlive(0));
        assertTrue(newest().isAlive(1));
        lost = piece -> false;
        run(2);
        assertSame("once the ship has come");
        assertEquals(ship, newest().parent(0));
    }

    /** A frame between the two states must not show it on its way. */
    @Test
    void aBodyThatTeleportsAtTheSenderTeleportsHere() {
        sender = new Sender(1, 3);
        run(120);
        newest();
        assertEquals(-1, StateInside.nextBreak(shown.state(0), shown.state(1), 0, 3));
        sender.bodies.teleport(1);
        run(1);
        newest();
        assertEquals(1, StateInside.nextBreak(shown.state(0), shown.state(1), 0, 3));
        assertEquals(shown.state(1).life(1), shown.state(0).life(1));
    }

    @Test
    void aStateWhoseTimeReadersCouldNotComputeWithIsNotPublished() {
        sender = new Sender(1, 3);
        sender.timeline.simulated(0);
        for (int i = 0; i < 120; i++) {
            clock.advance(TICK);
            sender.tick++;
            anchor.set(senderNanos(), 1L << 60, 1, 1);
            sender.write(sender.publisher.begin(sender.tick, (1L << 60) + sender.tick, anchor, senderNanos()));
            sender.publisher.publish(senderNanos());
            sender.send();
        }
        assertEquals(0, follower.publishedStates());
        assertFalse(shown.acquire());
    }

    /** No state comes in a pause. */
    @Test
    void aStepOfTheSendersClockMovesTheAnchorOfAPausedState() {
        sender = new Sender(1, 3);
        run(120);
        sender.timeline.pause(senderNanos());
        sender.amend();
        long before = follower.senderOffsetNanos();
        offsetNanos = 10 * SECOND;
        for (int i = 0; i < 100; i++) {
            clock.advance(TICK);
            sender.send();
        }
        assertEquals(before + 10 * SECOND, follower.senderOffsetNanos(), MILLI);
        newest().anchor(anchor);
        sender.newest().anchor(sentAnchor);
        assertEquals(sentAnchor.wallNanos() - follower.senderOffsetNanos(), anchor.wallNanos());
    }
}
