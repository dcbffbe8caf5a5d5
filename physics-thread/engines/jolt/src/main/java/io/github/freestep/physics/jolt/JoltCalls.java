package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.RRayCast;
import com.github.stephengold.joltjni.StateRecorderImpl;
import com.github.stephengold.joltjni.enumerate.EAxis;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;

/**
 * The calls of jolt-jni whose names or types changed between its versions. Compiled code has the types of one version;
 * so these are found by name, once. The first argument is the object that is called, if it is not a constructor. A call
 * may allocate an array, as per body that is added or has no slot, so there are none per contact. Thread-safe.
 *
 * @param frictionOfManifold whether Jolt saves friction once for all points of a contact, as from Jolt 5.6 on
 */
record JoltCalls(
        Call newTrees,
        Call putLayer,
        Call init,
        Call lockingBodies,
        Call bodies,
        Call locks,
        Call lock,
        Call broadPhase,
        Call collideBox,
        Call narrowPhase,
        Call castRay,
        Call collideShape,
        Call limitSpring,
        Call setLimitSpring,
        Call motorSpring,
        Call container,
        MethodHandle countBytes,
        MethodHandle getData,
        MethodHandle setListener,
        boolean frictionOfManifold) {

    interface Call {
        Object call(Object... arguments);
    }

    /** The version that the tests of the adapter have run with. No later one could be downloaded. */
    static final String TESTED = "0.9.9";

    /**
     * The last version with which the adapter starts, whatever its third number is, because the sources up to it have
     * all that it calls.
     */
    static final String LAST = "6.0";

    static final String NEW = "new";

    /**
     * Finds the calls in a package.
     *
     * @param in its name, and a dot
     * @throws UnsupportedOperationException if one is missing
     */
    static JoltCalls find(String in) {
        Class<?> system = type(in, "PhysicsSystem");
        Class<?> table = type(in, "BroadPhaseLayerInterfaceTable", "MapObj2Bp");
        // The only trace of Jolt 5.6 in the binding.
        boolean hasFrictionOfManifold = named(
                        type(in, "CollisionEstimationResult", "PhysicsSystem"), "getContactImpulses")
                .findAny()
                .isPresent();
        Class<?> sixDof = type(in, "SixDofConstraint");
        Class<?> narrowPhase = returned(system, "getNarrowPhaseQueryNoLock");
        return new JoltCalls(
                call(table, NEW, 2, int.class),
                call(table, "mapObjectToBroadPhaseLayer add", 2, int.class),
                call(system, "init", 7, int.class),
                call(system, "getBodyInterface", 0),
                call(system, "getBodyInterfaceNoLock", 0),
                call(system, "getBodyLockInterfaceNoLock", 0),
                // To write, although the body is only read: then the binding returns a Body in all versions.
                call(type(in, "BodyLockWrite"), NEW, 2, returned(system, "getBodyLockInterfaceNoLock")),
                call(system, "getBroadPhaseQuery", 0),
                call(returned(system, "getBroadPhaseQuery"), "collideAaBox", 4),
                call(system, "getNarrowPhaseQueryNoLock", 0),
                call(narrowPhase, "castRay", 7, RRayCast.class),
                call(narrowPhase, "collideShape", 10),
                call(sixDof, "getLimitsSpringSettings", 1, EAxis.class),
                call(sixDof, "setLimitsSpringSettings", 2, EAxis.class),
                call(type(in, "MotorSettings"), "getSpringSettings", 0),
                container(type(in, "JoltPhysicsObject")),
                hidden(StateRecorderImpl.class, "countBytes", MethodType.methodType(int.class, long.class)),
                hidden(
                        StateRecorderImpl.class,
                        "getData",
                        MethodType.methodType(void.class, long.class, byte[].class, int.class)),
                // The binding's own call takes no null, which is a system without a listener.
                hidden(system, "setContactListener", MethodType.methodType(void.class, long.class, long.class)),
                hasFrictionOfManifold);
    }

    /** Returns the first of these types that is there. */
    static Class<?> type(String in, String... names) {
        for (String name : names) {
            try {
                return Class.forName(in + name, false, JoltCalls.class.getClassLoader());
            } catch (ClassNotFoundException another) {
                // The next name is that of another version.
            }
        }
        throw missing(in + names[0]);
    }

    private static Stream<Method> named(Class<?> of, String... names) {
        return Stream.of(of.getMethods()).filter(method -> List.of(names).contains(method.getName()));
    }

    private static Class<?> returned(Class<?> of, String getter) {
        return named(of, getter)
                .findFirst()
                .orElseThrow(() -> missing(of.getName() + "." + getter))
                .getReturnType();
    }

    /** Returns a call, which has one of these names, n parameters, and the first of this type if it is given. */
    static Call call(Class<?> of, String names, int n, Class<?>... first) {
        Executable[] all = names.equals(NEW)
                ? of.getConstructors()
                : named(of, names.split(" ")).toArray(Executable[]::new);
        for (Executable each : all) {
            Class<?>[] types = each.getParameterTypes();
            if (types.length == n && (first.length == 0 || types[0].isAssignableFrom(first[0]))) {
                return call(each);
            }
        }
        throw missing(of.getName() + "." + names.split(" ")[0]);
    }

    private static Call call(Executable found) {
        try {
            MethodHandle handle = found instanceof Constructor<?> made
                    ? MethodHandles.lookup().unreflectConstructor(made)
                    : MethodHandles.lookup().unreflect((Method) found);
            MethodHandle spread = handle.asType(handle.type().generic())
                    .asSpreader(Object[].class, handle.type().parameterCount());
            return arguments -> {
                try {
                    return (Object) spread.invokeExact(arguments);
                } catch (Throwable e) {
                    throw unchecked(e);
                }
            };
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Throws or returns what a call has thrown. */
    static RuntimeException unchecked(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }

    /** Returns a static call that the binding does not make public. It allocates nothing. */
    private static MethodHandle hidden(Class<?> of, String name, MethodType type) {
        try {
            Method found = of.getDeclaredMethod(name, type.parameterArray());
            found.setAccessible(true);
            return MethodHandles.lookup().unreflect(found).asType(type);
        } catch (ReflectiveOperationException | RuntimeException e) { // also a closed module, and another type
            throw missing(of.getName() + "." + name);
        }
    }

    /** Returns what finds the object that contains another, which the binding does not make public. */
    private static Call container(Class<?> of) {
        try {
            Method getter = of.getDeclaredMethod("getContainingObject");
            getter.setAccessible(true);
            return call(getter);
        } catch (NoSuchMethodException e) {
            // A version that keeps no containers has nothing to free.
            return contained -> null;
        }
    }

    private static UnsupportedOperationException missing(String what) {
        return new UnsupportedOperationException("jolt-jni must be from version " + TESTED + " to " + LAST
                + ", because the one on the class path has no " + what + "; use " + TESTED
                + ", with which this adapter was tested");
    }
}
