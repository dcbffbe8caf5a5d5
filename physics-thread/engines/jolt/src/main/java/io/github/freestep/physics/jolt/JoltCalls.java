package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.AaBox;
import com.github.stephengold.joltjni.BodyFilter;
import com.github.stephengold.joltjni.BodyLockWrite;
import com.github.stephengold.joltjni.BroadPhaseLayerFilter;
import com.github.stephengold.joltjni.CastRayCollector;
import com.github.stephengold.joltjni.CollideShapeBodyCollector;
import com.github.stephengold.joltjni.CollideShapeCollector;
import com.github.stephengold.joltjni.CollideShapeSettings;
import com.github.stephengold.joltjni.ObjVsBpFilter;
import com.github.stephengold.joltjni.ObjVsObjFilter;
import com.github.stephengold.joltjni.ObjectLayerFilter;
import com.github.stephengold.joltjni.RRayCast;
import com.github.stephengold.joltjni.RayCastSettings;
import com.github.stephengold.joltjni.ShapeFilter;
import com.github.stephengold.joltjni.enumerate.EAxis;
import com.github.stephengold.joltjni.readonly.ConstShape;
import com.github.stephengold.joltjni.readonly.RMat44Arg;
import com.github.stephengold.joltjni.readonly.RVec3Arg;
import com.github.stephengold.joltjni.readonly.Vec3Arg;
import java.lang.invoke.LambdaMetafactory;
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
 * so these are found by name, once. Each becomes an interface, whose types all versions take, and whose first argument
 * is the object that is called, if it is not a constructor. Thread-safe.
 *
 * @param frictionOfManifold whether Jolt saves friction once for all points of a contact, as from Jolt 5.6 on
 */
record JoltCalls(
        NewTrees newTrees,
        PutLayer putLayer,
        Init init,
        Get lockingBodies,
        Get bodies,
        Get locks,
        Lock lock,
        Get broadPhase,
        CollideBox collideBox,
        Get narrowPhase,
        CastRay castRay,
        CollideShape collideShape,
        LimitSpring limitSpring,
        SetLimitSpring setLimitSpring,
        Get motorSpring,
        Get container,
        boolean frictionOfManifold) {

    interface NewTrees {
        Object call(int layers, int trees);
    }

    interface PutLayer {
        void call(Object trees, int layer, int tree);
    }

    interface Init {
        void call(
                Object system,
                int bodies,
                int mutexes,
                int pairs,
                int contacts,
                Object trees,
                ObjVsBpFilter treeFilter,
                ObjVsObjFilter layerFilter);
    }

    interface Get {
        Object call(Object of);
    }

    interface LimitSpring {
        Object call(Object sixDof, EAxis axis);
    }

    interface SetLimitSpring {
        void call(Object sixDof, EAxis axis, Object spring);
    }

    /** Locks a body to write, although it is only read: then the binding returns a {@code Body} in all versions. */
    interface Lock {
        BodyLockWrite call(Object locks, int id);
    }

    interface CollideBox {
        void call(
                Object broadPhase,
                AaBox box,
                CollideShapeBodyCollector to,
                BroadPhaseLayerFilter trees,
                ObjectLayerFilter layers);
    }

    interface CastRay {
        void call(
                Object narrowPhase,
                RRayCast ray,
                RayCastSettings settings,
                CastRayCollector to,
                BroadPhaseLayerFilter trees,
                ObjectLayerFilter layers,
                BodyFilter bodies,
                ShapeFilter shapes);
    }

    interface CollideShape {
        void call(
                Object narrowPhase,
                ConstShape shape,
                Vec3Arg scale,
                RMat44Arg at,
                CollideShapeSettings settings,
                RVec3Arg base,
                CollideShapeCollector to,
                BroadPhaseLayerFilter trees,
                ObjectLayerFilter layers,
                BodyFilter bodies,
                ShapeFilter shapes);
    }

    /** The versions whose sources have all that the adapter calls. */
    static final String VERSIONS = "0.9.9 to 6.0.0";

    private static final String NEW = "new";

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

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
        return new JoltCalls(
                call(NewTrees.class, table, NEW),
                call(PutLayer.class, table, "mapObjectToBroadPhaseLayer", "add"),
                call(Init.class, system, "init"),
                call(Get.class, system, "getBodyInterface"),
                call(Get.class, system, "getBodyInterfaceNoLock"),
                call(Get.class, system, "getBodyLockInterfaceNoLock"),
                call(Lock.class, type(in, "BodyLockWrite"), NEW),
                call(Get.class, system, "getBroadPhaseQuery"),
                call(CollideBox.class, returned(system, "getBroadPhaseQuery"), "collideAaBox"),
                call(Get.class, system, "getNarrowPhaseQueryNoLock"),
                call(CastRay.class, returned(system, "getNarrowPhaseQueryNoLock"), "castRay"),
                call(CollideShape.class, returned(system, "getNarrowPhaseQueryNoLock"), "collideShape"),
                call(LimitSpring.class, sixDof, "getLimitsSpringSettings"),
                call(SetLimitSpring.class, sixDof, "setLimitsSpringSettings"),
                call(Get.class, type(in, "MotorSettings"), "getSpringSettings"),
                container(type(in, "JoltPhysicsObject")),
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

    /** Returns a call, which has one of these names, as an object of an interface. */
    private static <T> T call(Class<T> as, Class<?> of, String... names) {
        Method wanted = as.getMethods()[0];
        Executable[] all =
                names[0].equals(NEW) ? of.getConstructors() : named(of, names).toArray(Executable[]::new);
        for (Executable each : all) {
            try {
                MethodHandle found = each instanceof Constructor<?> made
                        ? LOOKUP.unreflectConstructor(made)
                        : LOOKUP.unreflect((Method) each);
                Class<?>[] types = wanted.getParameterTypes();
                if (narrow(types, found.type().parameterArray())) {
                    MethodType type = MethodType.methodType(wanted.getReturnType(), wanted.getParameterTypes());
                    return as.cast(LambdaMetafactory.metafactory(
                                    LOOKUP,
                                    wanted.getName(),
                                    MethodType.methodType(as),
                                    type,
                                    found,
                                    MethodType.methodType(wanted.getReturnType(), types))
                            .getTarget()
                            .invoke());
                }
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
        throw missing(of.getName() + "." + names[0]);
    }

    /** Returns what finds the object that contains another, which the binding does not make public. */
    private static Get container(Class<?> of) {
        try {
            Method getter = of.getDeclaredMethod("getContainingObject");
            getter.setAccessible(true);
            return contained -> {
                try {
                    return getter.invoke(contained);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            };
        } catch (NoSuchMethodException e) {
            // A version that keeps no containers has nothing to free.
            return contained -> null;
        }
    }

    /** Replaces types by those that a call takes. Returns false if it does not take them. */
    private static boolean narrow(Class<?>[] types, Class<?>[] taken) {
        boolean takes = types.length == taken.length;
        for (int i = 0; takes && i < types.length; i++) {
            if (types[i].isAssignableFrom(taken[i])) {
                types[i] = taken[i];
            }
            takes = taken[i].isAssignableFrom(types[i]);
        }
        return takes;
    }

    private static UnsupportedOperationException missing(String what) {
        return new UnsupportedOperationException("jolt-jni must be a version from " + VERSIONS + ", but the one on the"
                + " class path has no " + what + "; use one of these versions");
    }
}
