package io.github.freestep.physics.jolt;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.RRayCast;
import com.github.stephengold.joltjni.enumerate.EAxis;
import com.github.stephengold.joltjni.enumerate.EStateRecorderState;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the adapter with what later versions of jolt-jni changed. No version after 0.9.9 can be downloaded, so these
 * are stand-ins with their names and types. Of version 0.9.9, all other tests of the adapter call the same handles.
 */
public class JoltVersionsTest {
    private static final String HERE = JoltVersionsTest.class.getName() + "$";

    @Test
    void theCallsOfALaterVersionAreFound() {
        JoltCalls calls = JoltCalls.find(HERE);
        assertTrue(calls.frictionOfManifold());
        PhysicsSystem system = new PhysicsSystem();
        Object locks = calls.locks().call(system);
        Object broadPhase = calls.broadPhase().call(system);
        Object narrowPhase = calls.narrowPhase().call(system);
        assertReaches("table 2 1", () -> calls.newTrees().call(2, 1));
        assertReaches("layer 1", () -> calls.putLayer().call(new Empty.BroadPhaseLayerInterfaceTable(2, 1), 1, 2));
        assertReaches("init 4", () -> calls.init().call(system, 4, 0, 8, 16, null, null, null));
        assertReaches("locking bodies", () -> calls.lockingBodies().call(system));
        assertReaches("bodies", () -> calls.bodies().call(system));
        assertReaches("lock 7", () -> calls.lock().call(locks, 7));
        assertReaches("collide box", () -> calls.collideBox().call(broadPhase, null, null, null, null));
        assertReaches("cast ray", () -> calls.castRay().call(narrowPhase, null, null, null, null, null, null, null));
        assertReaches(
                "collide shape",
                () -> calls.collideShape()
                        .call(narrowPhase, null, null, null, null, null, null, null, null, null, null));
        Object joint = new SixDofConstraint();
        assertReaches("spring of RotationX", () -> calls.limitSpring().call(joint, EAxis.RotationX));
        assertReaches("new spring of RotationX", () -> calls.setLimitSpring().call(joint, EAxis.RotationX, null));
        assertReaches("spring of a motor", () -> calls.motorSpring().call(new MotorSettings()));
        assertEquals("container", calls.container().call(new JoltPhysicsObject()));
    }

    private static void assertReaches(String expected, Executable call) {
        refusedWith(expected, Reached.class, call);
    }

    @Test
    void aVersionThatLacksACallIsRefused() {
        refusedWith(
                "jolt-jni must be from version 0.9.9 to 6.0, because the one on the class path has no " + HERE
                        + "Empty$PhysicsSystem.getNarrowPhaseQueryNoLock; use 0.9.9, with which this adapter was"
                        + " tested",
                UnsupportedOperationException.class,
                () -> JoltCalls.find(HERE + "Empty$"));
    }

    @ParameterizedTest
    @CsvSource({"0.9.9, true", "6.0.7-SNAPSHOT, true", "0.9.8, false", "6.1.0, false", "unknown, false"})
    void onlyVersionsThatWereComparedAreTaken(String text, boolean known) {
        int version = JoltRuntime.number(text);
        if (known) {
            assertEquals(version, JoltRuntime.requireKnown(version));
        } else {
            refusedWith(
                    "jolt-jni must be from version 0.9.9 to 6.0, was " + JoltRuntime.name(version)
                            + "; use 0.9.9, with which this adapter was tested",
                    UnsupportedOperationException.class,
                    () -> JoltRuntime.requireKnown(version));
        }
    }

    @Test
    void aVersionThatWasNotTestedIsReported() {
        assertEquals("", JoltRuntime.warning(JoltRuntime.number("0.9.9")));
        assertEquals(
                "this adapter was tested with jolt-jni 0.9.9, and never with version 3.3.0, which runs here; if a world"
                        + " behaves in another way than its documentation says, use 0.9.9",
                JoltRuntime.warning(JoltRuntime.number("3.3.0")));
        JoltRuntime.LIBRARY.load();
        assertEquals("", JoltRuntime.warning(JoltRuntime.version()), "the version of these tests");
    }

    @Test
    void aSaveOfAnotherVersionIsRefusedByItsName() {
        JoltRuntime.LIBRARY.load();
        int newer = JoltRuntime.version() + 1;
        byte[] other = ByteBuffer.allocate(4).putInt(newer).array();
        refusedWith(
                "this world was saved by jolt-jni " + JoltRuntime.name(newer) + ", but "
                        + JoltRuntime.name(JoltRuntime.version()) + " runs here; use that version, or another save",
                IOException.class,
                () -> new SavedSystem(1).read(new DataInputStream(new ByteArrayInputStream(other)), 1, 2));
    }

    /** A contact of two points, as Jolt writes it with friction of each point, and of the manifold. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bothLayoutsOfContactsAreRead(boolean isFrictionOfManifold) throws IOException {
        ByteBuffer saved = ByteBuffer.allocate(1_000).order(ByteOrder.LITTLE_ENDIAN);
        saved.put((byte) EStateRecorderState.Contacts).putInt(1).putInt(5).putInt(6);
        floats(saved, 6);
        saved.putInt(1).putInt(5).putInt(0).putInt(6).putInt(0).putShort((short) 2);
        saved.putFloat(0).putFloat(1).putFloat(0);
        floats(saved, isFrictionOfManifold ? 3 : 0);
        for (int point = 0; point < 2; point++) {
            floats(saved, 3);
            saved.putFloat(1).putFloat(2).putFloat(3).putFloat(10 + point);
            floats(saved, isFrictionOfManifold ? 0 : 2);
        }
        saved.putInt(0);
        List<String> read = new ArrayList<>();
        JoltBytes.readContacts(saved.array(), saved.position(), isFrictionOfManifold, new JoltBytes.Contacts() {
            @Override
            public boolean pair(int id1, int id2, int manifolds) {
                read.add(id1 + " " + id2 + " " + manifolds);
                return true;
            }

            @Override
            public void manifold(float nx, float ny, float nz) {
                read.add(nx + " " + ny + " " + nz);
            }

            @Override
            public void point(float x1, float y1, float z1, float x2, float y2, float z2, float impulse) {
                read.add(x2 + " " + y2 + " " + z2 + " " + impulse);
            }
        });
        assertEquals(List.of("5 6 1", "0.0 1.0 0.0", "1.0 2.0 3.0 10.0", "1.0 2.0 3.0 11.0"), read);
        // The end of what was saved is where it is expected.
        JoltBytes.readContacts(saved.array(), saved.position(), isFrictionOfManifold, (id1, id2, manifolds) -> false);
    }

    private static void floats(ByteBuffer into, int count) {
        for (int i = 0; i < count; i++) {
            into.putFloat(0.5f);
        }
    }

    @Test
    void theLayoutOfContactsIsThatOfTheVersion() {
        JoltRuntime.LIBRARY.load();
        boolean isNew = JoltRuntime.version() >= JoltRuntime.number("5.2.0");
        assertEquals(isNew, JoltRuntime.calls().frictionOfManifold());
    }

    /** Says which call was made. */
    private static final class Reached extends RuntimeException {
        private static final long serialVersionUID = 1;

        Reached(String what) {
            super(what);
        }
    }

    public static class PhysicsSystem {
        public void init(int bodies, int mutexes, int pairs, int contacts, ConstTable a, Object b, Object c) {
            throw new Reached("init " + bodies);
        }

        static void setContactListener(long system, long listener) {}

        public ConstBodyInterface getBodyInterface() {
            throw new Reached("locking bodies");
        }

        public ConstBodyInterface getBodyInterfaceNoLock() {
            throw new Reached("bodies");
        }

        public ConstLocks getBodyLockInterfaceNoLock() {
            return new ConstLocks() {};
        }

        public ConstBroadPhaseQuery getBroadPhaseQuery() {
            return (box, to, trees, layers) -> {
                throw new Reached("collide box");
            };
        }

        public ConstNarrowPhaseQuery getNarrowPhaseQueryNoLock() {
            return new ConstNarrowPhaseQuery();
        }
    }

    public static class BroadPhaseLayerInterfaceTable {
        protected BroadPhaseLayerInterfaceTable() {}

        public BroadPhaseLayerInterfaceTable(int layers, int trees) {
            throw new Reached("table " + layers + " " + trees);
        }

        public BroadPhaseLayerInterfaceTable mapObjectToBroadPhaseLayer(int layer, int tree) {
            throw new Reached("layer " + layer);
        }
    }

    public static class BodyLockWrite {
        public BodyLockWrite(ConstLocks in, int id) {
            throw new Reached("lock " + id);
        }
    }

    public interface ConstSpring {}

    public static class SixDofConstraint {
        public ConstSpring getLimitsSpringSettings(EAxis axis) {
            throw new Reached("spring of " + axis);
        }

        public void setLimitsSpringSettings(EAxis axis, ConstSpring spring) {
            throw new Reached("new spring of " + axis);
        }
    }

    public static class MotorSettings {
        public ConstSpring getSpringSettings() {
            throw new Reached("spring of a motor");
        }
    }

    public static class JoltPhysicsObject {
        protected final Object getContainingObject() {
            return "container";
        }
    }

    public static class CollisionEstimationResult {
        public Object getContactImpulses() {
            return null;
        }
    }

    public interface ConstTable {}

    public interface ConstBodyInterface {}

    public interface ConstLocks {}

    public interface ConstBroadPhaseQuery {
        void collideAaBox(Object box, Object to, Object trees, Object layers);
    }

    public static class ConstNarrowPhaseQuery {
        public void castRay(RRayCast ray, Object a, Object b, Object c, Object d, Object e, Object f) {
            throw new Reached("cast ray");
        }

        public void collideShape(
                Object a, Object b, Object c, Object d, Object e, Object f, Object g, Object h, Object i, Object j) {
            throw new Reached("collide shape");
        }
    }

    /** A binding without anything. */
    public static class Empty {
        public static class PhysicsSystem {}

        public static class BroadPhaseLayerInterfaceTable extends JoltVersionsTest.BroadPhaseLayerInterfaceTable {
            public BroadPhaseLayerInterfaceTable(int layers, int trees) {}
        }

        public static class BodyLockWrite {}

        public static class SixDofConstraint {}
    }
}
