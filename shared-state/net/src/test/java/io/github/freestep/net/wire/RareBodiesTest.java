package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Published;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Bodies that come in every n-th state only move as evenly as others, n states late. The n-th body has level n. */
class RareBodiesTest {
    private static final int BODIES = 5;
    private static final long STEP = 10_000_000;
    private static final double SPEED = 10;

    private final StateLayout layout = StateLayout.of(BODIES).linear("x").stepped("tick");
    private final Published published = new Published(layout, BODIES);
    private final VirtualClock clock = new VirtualClock(0);
    private final StateFollower follower = new StateFollower(layout, clock);
    private final StateReader local = follower.states().reader();
    private final StateEncoder encoder = new StateEncoder(layout, PoseGrid.STANDARD, 1);
    private final ClientBodies client = new ClientBodies(0);
    private final SplittableRandom random = Seeds.splittable(1);
    private final List<byte[]> pieces = new ArrayList<>();

    /** The tick from which the bodies rest. */
    private long stops = Long.MAX_VALUE;

    private boolean loses;

    /** Every n-th tick is sent. */
    private int every = 1;

    /** How often each state is sent. Only the first time it is new. */
    private int repeats = 1;

    private boolean acknowledges = true;

    /** A bit for each body. */
    private long chosen = (1L << BODIES) - 1;

    private final byte[] levels = {0, 1, 2, 3, 4};
    private long tick;

    /** Where the bodies are in a tick, which may be a fraction. */
    private double x(double atTick) {
        return SPEED * Math.min(atTick, stops) * STEP / 1e9;
    }

    private State next() {
        StateWriter writer = published.begin(tick, tick * STEP);
        for (int i = 0; i < BODIES && tick <= stops; i++) {
            writer.position(i, x(tick), 0, 0);
            writer.orientation(i, 0, (float) Math.sin(x(tick) / 4), 0, (float) Math.cos(x(tick) / 4));
            writer.linear(0, i, x(tick));
            writer.stepped(0, i, tick);
        }
        State state = published.publish();
        tick++;
        clock.advance(STEP);
        if (tick % 5 == 1) {
            client.choose(state, new long[] {chosen}, levels);
        }
        for (int i = 0; i < repeats && tick % every == 0; i++) {
            clock.advance(i);
            send();
        }
        follower.poll(clock.nanoTime());
        assertTrue(local.acquire() || loses || every > 1 || tick < 100);
        return local.size() == 0 ? null : local.state(0);
    }

    /** Sends the newest state. */
    private void send() {
        long now = clock.nanoTime();
        Output output = new Output(
                datagram -> follower.receive(datagram, now),
                datagram -> pieces.add(VirtualNetwork.copy(datagram)),
                copy -> {});
        encoder.begin(published.newest(), now, output);
        encoder.encode(client, output);
        pieces.forEach(piece -> {
            // Never two turns of a body in a row, because then it stays where it is at some time.
            if (!loses || tick % 7 != 0) {
                follower.receive(ByteBuffer.wrap(piece), now);
            }
        });
        pieces.clear();
        follower.poll(now);
        if (acknowledges) {
            client.acknowledge(follower.newestPiece(1), follower.piecesBefore());
        }
    }

    /** Lets the follower know all. */
    private void begin() {
        run(150);
    }

    private void run(int states) {
        for (int i = 0; i < states; i++) {
            next();
        }
    }

    private void assertEven(int states, double error) {
        for (int i = 0; i < states; i++) {
            assertEven(next(), error);
        }
    }

    private void assertEven(State shown, double error) {
        for (int i = 0; i < BODIES; i++) {
            long late = i == 0 ? 0 : 1L << i;
            double expected = x(shown.tick() - late);
            String context = "tick " + shown.tick() + ", body " + i;
            assertEquals(expected, shown.x()[i], error, context);
            assertEquals(expected, shown.linear(0)[i], error, context);
            double half = Math.atan2(shown.qy()[i], shown.qw()[i]);
            assertEquals(
                    Math.IEEEremainder(expected / 4, Math.PI),
                    Math.IEEEremainder(half, Math.PI),
                    0.01 + error,
                    context);
        }
    }

    @Test
    void theyMoveEvenlyBetweenTheStatesInWhichTheyCome() {
        begin();
        assertEven(300, 0.002);
    }

    @Test
    void theyStopWhereTheyRestAndBeginFromThere() {
        begin();
        stops = 200;
        for (int i = 0; i < 200; i++) {
            State shown = next();
            // Between the states before and after the stop, a body is on the straight line.
            boolean isOnLine = shown.tick() > stops && shown.tick() <= stops + (2 << BODIES);
            assertEven(shown, isOnLine ? (1 << BODIES - 2) * SPEED * STEP / 1e9 : 0.002);
        }
        double before = x(tick);
        stops = Long.MAX_VALUE;
        double[] shownBefore = new double[BODIES];
        Arrays.fill(shownBefore, before);
        for (int i = 0; i < 36; i++) {
            State shown = next();
            for (int body = 1; body < BODIES; body++) {
                // From where it was to where it is, evenly in as many states as it is late.
                double step = shown.x()[body] - shownBefore[body];
                double most = (x(shown.tick()) - before) / (1 << body) + 0.01;
                assertTrue(step >= -0.002 && step <= most, "body " + body + ": " + step + ", at most " + most);
                shownBefore[body] = shown.x()[body];
            }
        }
        assertEven(50, 0.002);
    }

    /** Bodies move straight and evenly, so nothing else than the lateness can change their speed. */
    private void assertSmooth(int states) {
        float[] before = null;
        long beforeTick = 0;
        for (int i = 0; i < states; i++) {
            State shown = next();
            if (before != null && shown.tick() > beforeTick) {
                for (int body = 0; body < BODIES; body++) {
                    double speed = (shown.x()[body] - before[body]) / ((shown.tick() - beforeTick) * STEP / 1e9);
                    String context = "tick " + shown.tick() + ", body " + body + " of level " + levels[body];
                    assertEquals(SPEED, speed, SPEED * 0.3, context);
                }
            }
            beforeTick = shown.tick();
            before = shown.x().clone();
        }
    }

    /** A body that enters the radius of a higher rate, and leaves it, neither jumps nor goes back. */
    @Test
    void theyMoveOnEvenlyIfTheyComeMoreOrLessOften() {
        begin();
        for (int i = 0; i < 30; i++) {
            for (int body = 1; body < BODIES; body++) {
                levels[body] = (byte) random.nextInt(BODIES);
            }
            assertSmooth(1 + random.nextInt(60));
        }
        for (int body = 0; body < BODIES; body++) {
            levels[body] = (byte) body;
        }
        assertSmooth(150);
        assertEven(50, 0.002);
    }

    /** Otherwise it would be shown where it would have been if it had gone on, for up to 16 states, and come back. */
    @Test
    void oneThatIsToComeLessOftenComesUntilItIsShownLateEnough() {
        for (int after = 0; after < 20; after++) {
            new RareBodiesTest().stopAfterItComesLessOften(after);
        }
    }

    private void stopAfterItComesLessOften(int after) {
        levels[1] = 0;
        begin();
        levels[1] = 4;
        stops = tick + after;
        double most = x(stops) + 2 * SPEED * STEP / 1e9;
        for (int i = 0; i < 60 + after; i++) {
            double shown = next().x()[1];
            assertTrue(shown <= most, () -> after + ": " + shown + ", at most " + most);
        }
    }

    /** A full link, or a probe of it, changes the gap between states. */
    @Test
    void theyMoveOnEvenlyIfStatesComeMoreOrLessOften() {
        begin();
        for (int gap : new int[] {2, 1, 3, 1, 2, 3, 2, 1}) {
            every = gap;
            assertSmooth(20 + random.nextInt(200));
        }
    }

    @Test
    void statesThatComeAgainDoNotStopThem() {
        repeats = 2;
        begin();
        assertSmooth(300);
        assertEven(50, 0.002);
    }

    /** One that is lost makes the others neither late nor jump. */
    @Test
    void theyMoveOnEvenlyIfDatagramsAreLost() {
        begin();
        loses = true;
        assertSmooth(500);
    }

    /** It would otherwise appear with its turn, up to 15 states later. */
    @Test
    void oneThatComesAgainDoesNotWaitForItsTurn() {
        begin();
        // Then the sender still knows which states the client has.
        acknowledges = false;
        for (int i = 0; i < 20; i++) {
            chosen = 1;
            run(5 + i % 7);
            assertEquals(1, bodies(next()));
            chosen = (1L << BODIES) - 1;
            run(5);
            assertEquals(BODIES, bodies(next()));
        }
    }

    private static long bodies(State shown) {
        return IntStream.range(0, shown.slots()).filter(shown::isAlive).count();
    }
}
