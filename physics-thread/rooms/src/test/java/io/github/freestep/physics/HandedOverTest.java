package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.rooms.HandedOver;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The bytes of a service that was handed over: what is refused, and that nothing of it takes effect. */
class HandedOverTest {
    private static final long MILLI = 1_000_000;
    private static final int HEAD_BYTES = 16;
    private static final int CHECKSUM_AT = 12;
    private static final int FORGERIES = 3_000;

    private final byte[] bytes = bytes();

    /** Returns a service with a backlog over a change of scale, a pause, and input that waits. */
    private static byte[] bytes() {
        RoomLog room = new RoomLog(
                () -> PhysicsService.builder(new Carousel(tick -> {})).axes(Carousel.AXES), 5);
        for (int turn = 0; turn < 20; turn++) {
            room.advance(10 * MILLI);
            room.pass();
        }
        room.advance(25 * MILLI);
        room.pushAxis(1, 3, room.nowNanos());
        room.service().pause();
        room.pass();
        room.advance(5 * MILLI);
        room.pushAction(7, 1, room.nowNanos());
        room.service().resume();
        CompletableFuture<HandedOver> moving = HandedOver.handOver(room.service());
        room.pass();
        return moving.join().toBytes();
    }

    private static String refusal(byte[] bytes) {
        return assertThrows(IOException.class, () -> HandedOver.of(bytes)).getMessage();
    }

    @Test
    void bytesThatAreCutOffAreRefused() {
        for (int length = 0; length < bytes.length; length++) {
            refusal(Arrays.copyOf(bytes, length));
        }
        assertEquals(
                "this handed-over service is damaged: it must have " + (bytes.length - HEAD_BYTES) + " bytes, had "
                        + (bytes.length - HEAD_BYTES - 1) + "; send it again",
                refusal(Arrays.copyOf(bytes, bytes.length - 1)));
    }

    @Test
    void anyFlippedBitIsRefused() {
        for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            refusal(flipped);
        }
    }

    @Test
    void somethingElseIsRefusedAsThat() {
        ByteBuffer.wrap(bytes).putInt(0x7F454C46);
        assertEquals(
                "this is not a handed-over service: it begins with 7f454c46; pass the bytes of HandedOver.toBytes()",
                refusal(bytes));
        assertEquals(
                "this is not a handed-over service: it has 15 bytes; pass the bytes of HandedOver.toBytes()",
                refusal(Arrays.copyOf(bytes, 15)));
    }

    @Test
    void anotherVersionIsRefusedWithItsNumber() {
        ByteBuffer.wrap(bytes).putInt(Integer.BYTES, 7);
        assertEquals(
                "this handed-over service is in version 7 of the format, and version 4 can be read; use the release of"
                        + " Freestep that wrote it",
                refusal(bytes));
    }

    @Test
    void aRateThatNoServiceHasIsRefused() {
        ByteBuffer forged = ByteBuffer.wrap(bytes);
        int worldId = HEAD_BYTES + Integer.BYTES + forged.getInt(HEAD_BYTES);
        int layout = worldId + Long.BYTES;
        int computedBy = layout + Short.BYTES + forged.getShort(layout);
        forged.putLong(computedBy + Short.BYTES + forged.getShort(computedBy), 2_000_000);
        sign(bytes);
        assertEquals(
                "this handed-over service is damaged: rate must be between 1/1000 and 1000000 per second, was 2000000;"
                        + " send it again",
                refusal(bytes));
    }

    /** With a valid checksum, all else can be forged. That must end in an exception, and take no memory. */
    @Test
    @Logs("RUN_FAILED: ")
    void forgedBytesAreRefusedOrRunOrEndTheServiceThatTakesThem() {
        Random random = Seeds.random(3);
        int refused = 0;
        for (int i = 0; i < FORGERIES; i++) {
            byte[] forged = bytes.clone();
            for (int change = random.nextInt(3); change >= 0; change--) {
                int at = HEAD_BYTES + random.nextInt(forged.length - HEAD_BYTES);
                forged[at] = (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(3) - 1);
            }
            sign(forged);
            refused += runs(forged) ? 0 : 1;
        }
        assertTrue(refused > 0);
    }

    private static void sign(byte[] forged) {
        CRC32 sum = new CRC32();
        sum.update(forged, HEAD_BYTES, forged.length - HEAD_BYTES);
        ByteBuffer.wrap(forged).putInt(CHECKSUM_AT, (int) sum.getValue());
    }

    /** Returns whether a service goes on with the bytes for a few ticks. */
    private static boolean runs(byte[] forged) {
        PhysicsService run;
        VirtualClock clock = new VirtualClock(1);
        try {
            run = builder(new Carousel(tick -> {}), clock)
                    .from(HandedOver.of(forged))
                    .build();
        } catch (IOException | IllegalArgumentException why) {
            return false;
        }
        boolean goesOn = true;
        for (int turn = 0; goesOn && turn < 5; turn++) {
            goesOn = pass(run);
            clock.advance(10 * MILLI);
        }
        if (goesOn) {
            run.physics.requestStop();
            pass(run);
        }
        return goesOn;
    }

    private static boolean pass(PhysicsService run) {
        run.physics.passes.runPass();
        return run.physics.passes.continues();
    }

    /** A world whose events have reported a number, and one that wraps it, as scenes of users do. */
    private record Reporting(@Nullable Reporting wrapped, int[] reported) implements SavableSimulation {
        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        /** Where worlds report 1, another engine computes. */
        @Override
        public String computedBy() {
            return reported[0] == 1 ? "another" : SavableSimulation.super.computedBy();
        }

        @Override
        public void step(Tick tick) {}

        @Override
        public void write(StateWriter state) {}

        @Override
        public void save(DataOutput out) {}

        @Override
        public void restore(DataInput in) {
            reported[0] = 0;
            if (wrapped != null) {
                wrapped.restore(in);
            }
        }

        @Override
        public void saveReported(DataOutput out) throws IOException {
            if (wrapped == null) {
                out.writeInt(reported[0]);
            } else {
                SavableSimulation.super.saveReported(out);
            }
        }

        @Override
        public void restoreReported(DataInput in) throws IOException {
            if (wrapped == null) {
                reported[0] = in.readInt();
            } else {
                SavableSimulation.super.restoreReported(in);
            }
        }
    }

    /**
     * A world that knows its body by the life, and spawns another one when it is restored. In the beginning, that body
     * is attached to another one.
     */
    private static final class Knowing implements SavableSimulation {
        private Bodies bodies;
        private int restoredLife;

        /** Whether a restore reads a number that no save has. */
        private boolean readsMore;

        @Override
        public StateLayout layout() {
            return StateLayout.of(2);
        }

        @Override
        public void setUp(PhysicsContext context) {
            bodies = context.bodies();
            bodies.spawn(0);
            bodies.spawn(1);
            bodies.attach(0, 1);
        }

        @Override
        public void step(Tick tick) {
            respawn();
            if (bodies.isAlive(1)) {
                bodies.remove(1);
            }
        }

        private void respawn() {
            bodies.remove(0);
            bodies.spawn(0);
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, 0, 0, 0);
            if (bodies.isAlive(1)) {
                state.position(1, 0, 0, 0);
            }
        }

        @Override
        public void save(DataOutput out) {}

        @Override
        public void restore(DataInput in) throws IOException {
            restoredLife = bodies.life(0);
            respawn();
            if (readsMore) {
                in.readInt();
            }
        }
    }

    private static PhysicsBuilder builder(Simulation world, VirtualClock clock) {
        return PhysicsService.builder(world).clock(clock).watchdog(Duration.ZERO);
    }

    /** Hands over a world after five ticks. */
    private static HandedOver handedOver(Simulation before, VirtualClock clock) {
        PhysicsService run = builder(before, clock).build();
        pass(run);
        clock.advance(50 * MILLI);
        for (int tick = 0; tick < 5; tick++) {
            pass(run);
        }
        CompletableFuture<HandedOver> moving = HandedOver.handOver(run);
        pass(run);
        return moving.join();
    }

    private static PhysicsService goOn(Simulation after, HandedOver from, VirtualClock clock) {
        PhysicsService run = builder(after, clock).from(from).build();
        pass(run);
        return run;
    }

    @Test
    void livesAreRestoredForTheWorldAndKeptFromIt() {
        VirtualClock clock = new VirtualClock(1);
        Knowing before = new Knowing();
        HandedOver moving = handedOver(before, clock);
        int life = before.bodies.life(0);
        assertTrue(life > 1);
        Knowing after = new Knowing();
        goOn(after, moving, clock);
        assertEquals(life, after.restoredLife);
        assertEquals(life, after.bodies.life(0));
    }

    @Test
    @Logs("RUN_FAILED: setting up the world failed")
    void aWorldThatReadsMoreThanItHasSavedIsRefused() {
        VirtualClock clock = new VirtualClock(1);
        HandedOver moving = handedOver(new Knowing(), clock);
        Knowing after = new Knowing();
        after.readsMore = true;
        Throwable failure = goOn(after, moving, clock).failure();
        assertEquals(
                "setting up the world failed: java.io.IOException: the saved world is damaged: it ends in the middle of"
                        + " a value; use another copy",
                failure == null ? null : failure.getMessage());
    }

    @Test
    void whatEventsHaveReportedGoesAlongAndIsReadAfterTheWorld() throws IOException {
        VirtualClock clock = new VirtualClock(1);
        HandedOver moving = handedOver(new Reporting(new Reporting(null, new int[] {42}), new int[1]), clock);
        Reporting after = new Reporting(null, new int[1]);
        goOn(new Reporting(after, new int[1]), HandedOver.of(moving.toBytes()), clock);
        assertEquals(42, after.reported[0]);
        Reporting another = new Reporting(new Reporting(null, new int[] {1}), new int[1]);
        PhysicsBuilder there = PhysicsService.builder(another).from(moving);
        refusedWith(
                "the handed-over world was computed by \"\", but this one is by \"another\"; use the same engine, version"
                        + " and family of processors on both sides",
                IllegalArgumentException.class,
                there::setup);
    }
}
