package io.github.freestep.render.server.past;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Allocations;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Body 0 walks along x at 10 m/s, and is teleported in the middle of the history by 100 m along z. */
class ShotTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final double REACH = 1;

    private double speed = 1e-8;
    private double z;
    private final SimulatedPhysics physics = new SimulatedPhysics(StateLayout.of(2), 4, this::write);
    private final StateHistory history = StateHistory.builder(physics.publisher.states())
            .last(Duration.ofSeconds(1))
            .open();
    private final Shot shot = Shot.judgedBy(history, ShotRules.of(Duration.ofMillis(400), REACH));
    private int life;

    ShotTest() {
        physics.publisher.bodies().spawn(0);
        life = physics.publisher.bodies().life(0);
        run(800);
        physics.publisher.bodies().teleport(0);
        z = 100;
        run(1_000);
    }

    private void write(StateWriter state, long simulationNanos) {
        if (state.isAlive(0)) {
            state.position(0, speed * simulationNanos, 0, z);
        }
    }

    private void run(long toMillis) {
        for (long at = history.newestNanos() / MILLI; at <= toMillis; at += 10) {
            physics.runTo(at * MILLI);
            history.update();
        }
    }

    private boolean read(long shownMillis, double x, double z) {
        return read(Shot.message(shownMillis * MILLI, 0, life, x, 0, z, 0, 0, -2));
    }

    private boolean read(byte[] message) {
        return shot.read(ByteBuffer.wrap(message));
    }

    @Test
    void aPossibleShotIsJudgedAsItIs() {
        assertTrue(read(905, 9.05, 100.5));
        assertFalse(shot.isClamped());
        assertEquals(905 * MILLI, shot.frame().simulationNanos());
        assertEquals(0, shot.body());
        assertEquals(life, shot.life());
        assertEquals(9.05, shot.x());
        assertEquals(0, shot.y());
        assertEquals(100.5, shot.z());
        assertEquals(0, shot.dx());
        assertEquals(0, shot.dy());
        assertEquals(-1, shot.dz(), "the length of the direction is no lie");
    }

    @Test
    void timeIsClampedIfItIsSlightlyOff() {
        long newest = history.newestNanos() / MILLI;
        assertTrue(read(newest + 100, 10, 100));
        assertTrue(shot.isClamped());
        assertEquals(newest * MILLI, shot.frame().simulationNanos());
        assertFalse(read(newest + 101, 10, 100));
        assertTrue(read(newest - 500, 7, 0));
        assertTrue(shot.isClamped());
        assertEquals((newest - 400) * MILLI, shot.frame().simulationNanos());
        assertFalse(read(newest - 501, 7, 0));
    }

    /** A predicted body is ahead of the picture, and its way has no corners that were cut. */
    @Test
    void aShotMayBeginWhereItsBodyHasBeenSince() {
        assertTrue(read(700, 7.5, 0));
        assertFalse(shot.isClamped());
        assertTrue(read(700, 9.5, 100));
        assertFalse(shot.isClamped());
        assertFalse(read(700, 8, 50), "half the way of the teleport");
        assertFalse(read(900, 7.5, 0), "where it was before");
    }

    @Test
    void aBodyThatStandsStillShoots() {
        speed = 0;
        run(1_500);
        assertTrue(read(1_300, 0.5, 100));
        assertFalse(shot.isClamped());
        assertTrue(read(1_300, 1.5, 100));
        assertEquals(1, shot.x());
    }

    @Test
    void anOriginIsClampedIfItIsSlightlyOff() {
        assertTrue(read(900, 9.5, 101));
        assertFalse(shot.isClamped());
        assertTrue(read(900, 9.5, 101.5));
        assertTrue(shot.isClamped());
        assertEquals(9.5, shot.x(), 1e-4);
        assertEquals(101, shot.z(), 1e-4);
        assertFalse(read(900, 9.5, 102.1));
    }

    /** No service publishes two ticks of one time, but a publisher takes them. */
    @Test
    void noTimeIsNoInfiniteSpeed() {
        long now = history.newestNanos();
        z = 102;
        write(physics.publisher.begin(1_000, now, physics.timeline.anchor(), now), now);
        physics.publisher.publish(now);
        history.update();
        assertTrue(read(now / MILLI, 10, 101.5));
        read((now - 50 * MILLI) / MILLI, 10, 101.5);
        assertEquals(0.5, shot.leastReach(), 1e-4);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 1e300, -1e308})
    void anImpossibleOriginIsRefused(double lie) {
        assertFalse(read(lying(16, lie)));
        assertFalse(read(lying(32, lie)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 0, Double.MIN_VALUE, 1e-310})
    void anImpossibleDirectionIsRefused(double dz) {
        assertFalse(read(lying(56, dz)));
        assertThrows(IllegalArgumentException.class, () -> Shot.message(0, 0, life, 9, 0, 100, 0, 0, dz));
    }

    @Test
    void anHonestProgramLearnsThatItsOriginIsImpossible() {
        assertThrows(IllegalArgumentException.class, () -> Shot.message(0, 0, life, Double.NaN, 0, 0, 0, 0, 1));
    }

    /** A good shot, but for one of its numbers. */
    private byte[] lying(int at, double lie) {
        byte[] shot = Shot.message(900 * MILLI, 0, life, 9, 0, 100, 0, 0, 1);
        assertTrue(read(shot));
        ByteBuffer.wrap(shot).putDouble(at, lie);
        return shot;
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MAX_VALUE, 0, -1})
    void anImpossibleTimeIsRefused(long nanos) {
        assertFalse(read(Shot.message(nanos, 0, life, 9, 0, 100, 0, 0, 1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 2, 1_000, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aBodyThatHasNotLivedDoesNotShoot(int body) {
        assertFalse(read(Shot.message(900 * MILLI, body, life, 9, 0, 100, 0, 0, 1)));
        assertFalse(read(Shot.message(900 * MILLI, 0, life + 1, 9, 0, 100, 0, 0, 1)));
    }

    @Test
    void aDamagedMessageIsRefused() {
        assertFalse(read(new byte[Shot.BYTES - 1]));
        assertFalse(read(new byte[Shot.BYTES]));
    }

    @Test
    void withoutAStateNothingIsShot() {
        StateHistory empty = StateHistory.builder(physics.publisher.states()).open();
        Shot none = Shot.judgedBy(empty, ShotRules.of(Duration.ofSeconds(1), REACH));
        assertFalse(none.read(ByteBuffer.wrap(Shot.message(0, 0, life, 0, 0, 0, 0, 0, 1))));
    }

    @Test
    void readingAllocatesNothing() {
        ByteBuffer message = ByteBuffer.wrap(Shot.message(700 * MILLI, 0, life, 9.5, 0, 101.5, 0, 0, 1));
        assertEquals(0, Allocations.of(500, () -> shot.read(message.rewind())));
    }

    @Test
    void rulesOutOfRangeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> ShotRules.of(Duration.ZERO, 1));
        assertThrows(IllegalArgumentException.class, () -> ShotRules.of(Duration.ofSeconds(11), 1));
        assertThrows(IllegalArgumentException.class, () -> ShotRules.of(Duration.ofSeconds(1), Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> ShotRules.of(Duration.ofSeconds(1), -1));
    }
}
