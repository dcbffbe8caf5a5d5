package io.github.freestep.physics.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.content.SavedParts;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.VirtualClock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that a world can be saved and restored. A world that is no {@link SavableSimulation} skips these tests. */
public abstract class SaveContract<B> extends EngineWorlds<B> {
    private static final int BODIES = 6;

    /** The first steps after a restore may differ a little, because engines keep more than they report. */
    private static final float NEARLY = 0.02f;

    /** Returns how much a restored world may differ in its first steps: not at all if it restores exactly. */
    private float tolerance(InlineStepper stepper) {
        return ((SavableSimulation) world(stepper)).restoresExactly() ? 0 : NEARLY;
    }

    @Test
    void aRestoredWorldGoesOn() {
        InlineStepper first = stepper(savable(new Lines()));
        first.advance(40 * TICK_NANOS);
        byte[] saved = save(first);
        String by = world(first).computedBy();
        String expected = Pattern.quote(engine()) + " [0-9]\\S*( in doubles)? on .+";
        assertTrue(engine().isEmpty() ? by.isEmpty() : by.matches(expected), by);
        InlineStepper second = resumed(new Lines(), saved);
        assertPoses(first, second, 0);
        for (int tick = 0; tick < 5; tick++) {
            first.advance(TICK_NANOS);
            second.advance(TICK_NANOS);
            assertPoses(first, second, tolerance(first));
        }
        first.advance(400 * TICK_NANOS);
        second.advance(400 * TICK_NANOS);
        if (tolerance(first) == 0) {
            assertPoses(first, second, 0);
        }
        for (int slot = 0; slot < BODIES; slot++) {
            float y = newest(second).y()[slot];
            assertTrue(y > REST - SINKS && y < BODIES, "body " + slot + " at height " + y);
        }
    }

    @Test
    void theReportOfADesyncNamesTheVelocityOfEachBody() {
        InlineStepper stepper = stepper(savable(new Lines()));
        stepper.advance(TICK_NANOS);
        String report = stepper.read(c ->
                        new String(SavedParts.of(c, stepper.states(), c.world(SavableSimulation.class)::save), UTF_8))
                .join();
        assertTrue(report.contains("\nvelocity of body " + (BODIES - 1) + "\t") || engine().isEmpty(), report);
    }

    @Test
    void sleepingBodiesSleepOn() {
        InlineStepper first = stepper(savable(new Apart()));
        first.advance(600 * TICK_NANOS);
        EngineSimulation<B> restored = savable(new Apart());
        InlineStepper second = resumed(restored, save(first));
        // Bullet has no call that lets a body sleep, and Box2D wakes bodies whose contacts it finds anew.
        second.advance(100 * TICK_NANOS);
        for (int slot = 0; slot < BODIES; slot++) {
            assertTrue(asleep(restored.body(slot)), "slot " + slot);
        }
        second.advance(TICK_NANOS);
        assertTrue(restored.allAsleep());
        assertPoses(first, second, 1e-3f);
    }

    @Test
    void bodiesThatCameAndWentSinceAreThoseOfTheSavedWorld() {
        InlineStepper first = stepper(savable(new Lines()));
        first.advance(10 * TICK_NANOS);
        EngineSimulation<B> world = world(first);
        world.remove(1);
        world.remove(4);
        assertEquals(4, world.add(body(world, 20, 3)));
        assertEquals(1, world.add(body(world, 30, 3)));
        assertEquals(BODIES, world.add(body(world, 40, 3)));
        world.remove(2);
        world.remove(BODIES);
        first.advance(10 * TICK_NANOS);
        byte[] saved = save(first);

        InlineStepper second = resumed(new Lines(), saved);
        assertPoses(first, second, 0);
        EngineSimulation<B> restored = world(second);
        for (int i = 0; i < 3; i++) {
            assertEquals(world.add(body(world, 50 + i, 3)), restored.add(body(restored, 50 + i, 3)));
        }
        first.advance(TICK_NANOS);
        second.advance(TICK_NANOS);
        assertPoses(first, second, tolerance(first));
    }

    @Test
    void aWorldThatAllBodiesHaveLeftIsRestored() {
        InlineStepper first = stepper(savable(in -> {}));
        EngineSimulation<B> world = world(first);
        world.remove(world.add(body(world, 0, 3)));
        InlineStepper second = resumed(in -> {}, save(first));
        second.advance(TICK_NANOS);
        assertEquals(0, world(second).add(body(world(second), 0, 3)));
        second.advance(TICK_NANOS);
        assertEquals(1, newest(second).slots());
    }

    @Test
    void aRunningWorldCanBeRestored() {
        InlineStepper stepper = stepper(savable(new Lines()));
        stepper.advance(10 * TICK_NANOS);
        byte[] saved = save(stepper);
        float[] x = positions(stepper);
        stepper.advance(50 * TICK_NANOS);
        world(stepper).remove(3);
        world(stepper).add(body(world(stepper), 60, 2));
        int epoch = newest(stepper).epoch(0);
        restore(stepper, saved);
        stepper.advance(TICK_NANOS);
        assertArrayEquals(x, positions(stepper), 0.2f);
        assertFalse(newest(stepper).epoch(0) == epoch, "readers must not interpolate into the restored world");
    }

    /** The saved world has a rider with a rider, and the restored one has others, on bodies that go. */
    @Test
    void bodiesAreAttachedAsInTheSavedWorld() {
        InlineStepper first = stepper(savable(new Lines()));
        first.advance(10 * TICK_NANOS);
        first.submit(c -> {
                    c.bodies().attach(3, 1);
                    c.bodies().attach(1, 2);
                })
                .join();
        byte[] saved = save(first);
        first.advance(TICK_NANOS);
        first.submit(c -> {
                    c.bodies().detach(3);
                    c.bodies().attach(2, 0);
                    EngineSimulation<B> world = world(first);
                    c.bodies().attach(4, world.add(body(world, 20, 3)));
                })
                .join();
        first.advance(TICK_NANOS);
        restore(first, saved);
        first.advance(TICK_NANOS);
        assertParents(newest(first));
        assertFalse(newest(first).isAlive(BODIES));
        InlineStepper second = resumed(new Lines(), saved);
        second.advance(TICK_NANOS);
        assertParents(newest(second));
    }

    private static void assertParents(State state) {
        int none = State.NO_PARENT;
        int[] parents = {none, 2, none, 1, none, none};
        for (int slot = 0; slot < BODIES; slot++) {
            assertEquals(parents[slot], state.parent(slot), "slot " + slot);
        }
    }

    @Test
    void aDamagedWorldChangesNothing() throws IOException {
        InlineStepper stepper = stepper(savable(new Lines()));
        stepper.advance(10 * TICK_NANOS);
        byte[] saved = save(stepper);
        stepper.advance(10 * TICK_NANOS);
        SavableSimulation world = (SavableSimulation) world(stepper);
        byte[] before = save(stepper);
        for (int at = 0; at < saved.length; at += 1 + at / 40) {
            byte[] damaged = saved.clone();
            damaged[at] ^= 0x10;
            assertThrows(IOException.class, () -> world.restore(in(damaged)), "byte " + at);
            byte[] cut = Arrays.copyOf(saved, at);
            String why = assertThrows(IOException.class, () -> world.restore(in(cut)), "length " + at)
                    .getMessage();
            assertTrue(why.contains("cut off"), () -> "length " + cut.length + ": " + why);
        }
        assertArrayEquals(before, save(stepper));
    }

    @Test
    void anObjectOfTheUserGoesWithItsBody() {
        InlineStepper stepper = stepper(savable(new Lines()));
        EngineSimulation<B> world = world(stepper);
        world.setUserObject(0, "kept");
        world.setUserObject(1, "removed");
        byte[] saved = save(stepper);
        world.remove(1);
        assertNull(world.userObject(1, String.class));
        assertThrows(IllegalStateException.class, () -> world.setUserObject(1, "late"));
        int failed = BODIES;
        assertThrows(
                CompletionException.class,
                () -> stepper.submit(c -> {
                            assertEquals(1, world.add(body(world, 0, 20)));
                            assertEquals(failed, world.add(body(world, 0, 40)));
                            world.setUserObject(failed, "failed");
                            throw new IllegalArgumentException("a test");
                        })
                        .join());
        assertNull(world.userObject(failed, String.class));
        restore(stepper, saved);
        assertEquals("kept", world.userObject(0, String.class));
        assertNull(world.userObject(0, Integer.class));
        assertNull(world.userObject(1, String.class), "it is another body");
        assertNull(world.userObject(State.NO_SLOT, String.class));
        stepper.close();
        InlineStepper again = stepper(world);
        assertNull(world.userObject(0, String.class));
        again.close();
    }

    /** A checksum does not help against a forged world. */
    @Test
    void aNumberOutOfRangeIsRefusedAndTheWorldCanBeRestoredAfterwards() {
        InlineStepper stepper = stepper(savable(new Lines()));
        stepper.advance(10 * TICK_NANOS);
        byte[] saved = save(stepper);
        SavableSimulation world = (SavableSimulation) world(stepper);
        // 2^125 and -2^125 as floats, infinity as a float; as the upper half of a double, they are beyond all floats.
        for (int bits : new int[] {0x7E000000, 0xFE000000, 0x7F800000}) {
            byte[] forged = forged(saved, bits);
            IOException refused = assertThrows(IOException.class, () -> world.restore(in(forged)));
            assertTrue(refused.getMessage().contains("below 2^125"), refused::getMessage);
        }
        restore(stepper, saved);
        stepper.advance(TICK_NANOS);
        assertTrue(newest(stepper).y()[0] > 0);
    }

    /** All slots are free, and the failed restore puts a body into one of them. */
    @Test
    void anEmptyWorldCanBeRestoredAfterAFailedRestore() {
        InlineStepper stepper = stepper(savable(new Lines()));
        stepper.advance(10 * TICK_NANOS);
        byte[] forged = forged(save(stepper), 0x7F800000);
        EngineSimulation<B> world = world(stepper);
        for (int slot = BODIES; slot < CAPACITY; slot++) {
            world.add(body(world, 2 * slot, 3));
        }
        for (int slot = 0; slot < CAPACITY; slot++) {
            world.remove(slot);
        }
        byte[] empty = save(stepper);
        assertThrows(IOException.class, () -> ((SavableSimulation) world).restore(in(forged)));
        restore(stepper, empty);
        assertArrayEquals(empty, save(stepper));
    }

    @Test
    void aRestoreStandsIfItsCommandFailsAfterwards() {
        InlineStepper stepper = stepper(savable(new Lines()));
        EngineSimulation<B> world = world(stepper);
        stepper.submit(c -> world.add(body(world, 20, 3))).join();
        byte[] saved = save(stepper);
        stepper.submit(c -> world.remove(BODIES)).join();
        CompletableFuture<Void> failing = stepper.submit(c -> {
            ((SavableSimulation) world).restore(in(saved));
            assertEquals(BODIES + 1, world.add(body(world, 40, 3)));
            throw new EOFException("a test");
        });
        assertThrows(CompletionException.class, failing::join);
        assertNotNull(world.body(BODIES));
        assertNull(world.body(BODIES + 1));
    }

    /** Returns a saved world with other bits in a coordinate, and with their checksum. */
    private byte[] forged(byte[] saved, int bits) {
        ByteBuffer forged = ByteBuffer.wrap(saved.clone());
        forge(forged, bits);
        return withChecksum(forged.array());
    }

    /**
     * Overwrites a coordinate in the saved world of a line, by these bits of a float or of the upper half of a double.
     * Default: the first one of the body in slot 0, if the adapter writes it first and nothing before the bodies.
     */
    protected void forge(ByteBuffer saved, int bits) {
        int kind = Short.BYTES + saved.getShort(HEAD);
        // The number of slots, a bit for each, and no attached bodies.
        int living = Integer.BYTES + (saved.getInt(HEAD + kind) + 7) / Byte.SIZE + Integer.BYTES;
        int scene = Short.BYTES + "body 0".length() + Integer.BYTES;
        saved.putInt(HEAD + kind + living + Integer.BYTES + scene, bits);
    }

    @Test
    void aWorldOfAnotherEngineIsRefusedByItsKindAndChangesNothing() throws IOException {
        InlineStepper stepper = stepper(savable(new Lines()));
        stepper.advance(10 * TICK_NANOS);
        byte[] saved = save(stepper);
        byte[] other = saved.clone();
        other[HEAD + Short.BYTES] = 'X';
        withChecksum(other);
        stepper.advance(10 * TICK_NANOS);
        byte[] before = save(stepper);
        SavableSimulation world = (SavableSimulation) world(stepper);
        String why =
                assertThrows(IOException.class, () -> world.restore(in(other))).getMessage();
        String kind = world.getClass().getSimpleName();
        assertEquals(
                "the saved world must be restored by X" + kind.substring(1) + ", was restored by " + kind
                        + "; use the same engine, or another save",
                why);
        assertArrayEquals(before, save(stepper));
    }

    @Test
    void aSceneThatAddsNoMissingBodyIsRefused() {
        InlineStepper stepper = stepper(savable(new Lines()));
        stepper.advance(TICK_NANOS);
        world(stepper).add(body(world(stepper), 20, 3));
        byte[] saved = save(stepper);
        IOException refused = assertThrows(
                IOException.class,
                () -> ((SavableSimulation) world(stepper(savable(new Forgetful())))).restore(in(saved)));
        assertTrue(refused.getMessage().contains("restoreBody"), refused::getMessage);
    }

    @Test
    void aSceneMayMakeAllBodiesAnewInEachRestore() {
        InlineStepper first = stepper(savable(new MadeAnew()));
        first.advance(10 * TICK_NANOS);
        byte[] saved = save(first);
        InlineStepper second = stepper(savable(new MadeAnew()));
        for (int round = 0; round < 4; round++) {
            restore(second, saved);
            second.advance(5 * TICK_NANOS);
        }
        first.advance(5 * TICK_NANOS);
        assertPoses(first, second, tolerance(first));
        EngineSimulation<B> world = world(first);
        EngineSimulation<B> restored = world(second);
        assertEquals(world.add(body(world, 50, 3)), restored.add(body(restored, 50, 3)));
        first.advance(5 * TICK_NANOS);
        second.advance(5 * TICK_NANOS);
        assertPoses(first, second, tolerance(first));
    }

    @Test
    void aWorldWhoseRestoreHasFailedHalfwayIsNeitherSteppedNorSaved() throws IOException {
        Lines scene = new Lines();
        InlineStepper stepper = stepper(savable(scene));
        stepper.advance(10 * TICK_NANOS);
        byte[] saved = save(stepper);
        SavableSimulation world = (SavableSimulation) world(stepper);
        scene.removes = 2;
        String why = assertThrows(IllegalStateException.class, () -> world.restore(in(saved)))
                .getMessage();
        assertEquals(
                "slot 2 must not be removed in restoreBody of slot 0; restoreBody must remove and add the body of its"
                        + " own slot only",
                why);
        scene.removes = State.NO_SLOT;
        assertEquals(
                "the last restore has failed halfway; restore another save first, or end the run",
                whyFailed(() -> save(stepper)));
        restore(stepper, saved);
        stepper.advance(TICK_NANOS);
        scene.removes = 2;
        assertThrows(IllegalStateException.class, () -> world.restore(in(saved)));
        assertThrows(PhysicsException.class, stepper::advanceTick);
    }

    /** A scene whose bodies differ in nothing but their slots. */
    private class Lines implements EngineScene<EngineSimulation<B>> {
        private int removes = State.NO_SLOT;

        @Override
        public void build(EngineSimulation<B> world) {
            floor(world);
            line(world, BODIES);
        }

        @Override
        public void saveBody(EngineSimulation<B> world, int slot, DataOutput out) throws IOException {
            out.writeUTF("body " + slot);
        }

        @Override
        public void restoreBody(EngineSimulation<B> world, int slot, DataInput in) throws IOException {
            assertEquals("body " + slot, in.readUTF());
            if (removes != State.NO_SLOT) {
                world.remove(removes);
            }
            if (world.body(slot) == null) {
                assertEquals(slot, world.add(SaveContract.this.body(world, 0, 20)));
            }
        }

        @Override
        public void save(EngineSimulation<B> world, DataOutput out) throws IOException {
            out.writeLong(42);
        }

        @Override
        public void restore(EngineSimulation<B> world, DataInput in) throws IOException {
            assertEquals(42, in.readLong());
        }
    }

    /** Bodies that rest apart from each other. */
    private final class Apart extends Lines {
        @Override
        public void build(EngineSimulation<B> world) {
            floor(world);
            for (int i = 0; i < BODIES; i++) {
                world.add(SaveContract.this.body(world, 2 * i, REST + 0.1f));
            }
        }
    }

    private final class MadeAnew extends Lines {
        @Override
        public void restoreBody(EngineSimulation<B> world, int slot, DataInput in) throws IOException {
            if (world.body(slot) != null) {
                world.remove(slot);
            }
            super.restoreBody(world, slot, in);
        }
    }

    private final class Forgetful extends Lines {
        @Override
        public void restoreBody(EngineSimulation<B> world, int slot, DataInput in) throws IOException {
            in.readUTF();
        }
    }

    final EngineSimulation<B> savable(EngineScene<EngineSimulation<B>> scene) {
        EngineSimulation<B> world = world(StateLayout.of(CAPACITY), scene);
        assumeTrue(world instanceof SavableSimulation, "this world cannot be saved");
        return world;
    }

    @SuppressWarnings("unchecked") // All worlds of a contract have the same bodies.
    private EngineSimulation<B> world(InlineStepper stepper) {
        return stepper.call(c -> (EngineSimulation<B>) c.world(EngineSimulation.class))
                .join();
    }

    private InlineStepper resumed(EngineScene<EngineSimulation<B>> scene, byte[] saved) {
        return resumed(savable(scene), saved);
    }

    private InlineStepper resumed(EngineSimulation<B> world, byte[] saved) {
        return closedAtEnd(PhysicsService.builder(world)
                .clock(new VirtualClock(0))
                .overloadPolicy(OverloadPolicy.slipAfter(10_000))
                .startAt(10, c -> ((SavableSimulation) world).restore(in(saved)))
                .inline());
    }

    private static float[] positions(InlineStepper stepper) {
        return Arrays.copyOf(newest(stepper).x(), BODIES);
    }

    private static void assertPoses(InlineStepper first, InlineStepper second, float tolerance) {
        State expected = newest(first);
        State actual = newest(second);
        for (int slot = 0; slot < Math.max(expected.slots(), actual.slots()); slot++) {
            boolean alive = slot < expected.slots() && expected.isAlive(slot);
            assertEquals(alive, slot < actual.slots() && actual.isAlive(slot), "slot " + slot);
            if (alive) {
                assertEquals(expected.x()[slot], actual.x()[slot], tolerance, "slot " + slot);
                assertEquals(expected.y()[slot], actual.y()[slot], tolerance, "slot " + slot);
                assertEquals(expected.qw()[slot], actual.qw()[slot], tolerance, "slot " + slot);
            }
        }
    }
}
