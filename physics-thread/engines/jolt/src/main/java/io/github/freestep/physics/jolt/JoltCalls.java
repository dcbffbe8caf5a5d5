package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.AaBox;
import com.github.stephengold.joltjni.BodyFilter;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.BodyLockWrite;
import com.github.stephengold.joltjni.BroadPhaseLayerFilter;
import com.github.stephengold.joltjni.CastRayCollector;
import com.github.stephengold.joltjni.CollideShapeBodyCollector;
import com.github.stephengold.joltjni.CollideShapeCollector;
import com.github.stephengold.joltjni.CollideShapeSettings;
import com.github.stephengold.joltjni.JoltPhysicsObject;
import com.github.stephengold.joltjni.ObjVsBpFilter;
import com.github.stephengold.joltjni.ObjVsObjFilter;
import com.github.stephengold.joltjni.ObjectLayerFilter;
import com.github.stephengold.joltjni.PhysicsSystem;
import com.github.stephengold.joltjni.RRayCast;
import com.github.stephengold.joltjni.RayCastSettings;
import com.github.stephengold.joltjni.ShapeFilter;
import com.github.stephengold.joltjni.readonly.ConstShape;
import com.github.stephengold.joltjni.readonly.RMat44Arg;
import com.github.stephengold.joltjni.readonly.RVec3Arg;
import com.github.stephengold.joltjni.readonly.Vec3Arg;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The calls of jolt-jni whose names or types changed between its versions. Compiled code has the types of one version;
 * so these are found by name, once. Thread-safe.
 *
 * <p>A record, because the JVM takes the handles of a record for constants, and inlines the calls.
 *
 * @param frictionOfManifold whether Jolt saves friction once for all points of a contact, as from Jolt 5.6 on
 */
record JoltCalls(
        MethodHandle newTrees,
        MethodHandle putLayer,
        MethodHandle init,
        MethodHandle lockingBodies,
        MethodHandle bodies,
        MethodHandle lock,
        MethodHandle collideBox,
        MethodHandle castRay,
        MethodHandle collideShape,
        boolean frictionOfManifold) {

    /** The versions whose sources have all that the adapter calls. */
    static final String VERSIONS = "0.9.9 to 6.0.0";

    private static final String NEW = "new";

    private static final String BINDING = "com.github.stephengold.joltjni.";

    /** A class of its own, so that a missing call is the exception of {@link #load}, and no broken class. */
    private static final class Found {
        static final JoltCalls CALLS = find(BINDING);
    }

    /**
     * Finds the calls in a package.
     *
     * @param in its name, and a dot
     * @throws UnsupportedOperationException if one is missing
     */
    static JoltCalls find(String in) {
        Class<?> system = type(in + "PhysicsSystem").orElseThrow(() -> missing(in + "PhysicsSystem"));
        Class<?> table = type(in + "BroadPhaseLayerInterfaceTable")
                .or(() -> type(in + "MapObj2Bp"))
                .orElseThrow(() -> missing(in + "BroadPhaseLayerInterfaceTable"));
        Class<?> lock = type(in + "BodyLockWrite").orElseThrow(() -> missing(in + "BodyLockWrite"));
        return new JoltCalls(
                call(table, NEW, JoltPhysicsObject.class, int.class, int.class),
                firstOf(
                        call(
                                table,
                                table.getSimpleName().equals("MapObj2Bp") ? "add" : "mapObjectToBroadPhaseLayer",
                                Object.class,
                                int.class,
                                int.class),
                        JoltPhysicsObject.class),
                call(
                        system,
                        "init",
                        Object.class,
                        int.class,
                        int.class,
                        int.class,
                        int.class,
                        JoltPhysicsObject.class,
                        ObjVsBpFilter.class,
                        ObjVsObjFilter.class),
                call(system, "getBodyInterface", BodyInterface.class),
                call(system, "getBodyInterfaceNoLock", BodyInterface.class),
                MethodHandles.filterArguments(
                        call(lock, NEW, BodyLockWrite.class, Object.class, int.class),
                        0,
                        call(system, "getBodyLockInterfaceNoLock", Object.class)),
                query(
                        system,
                        "getBroadPhaseQuery",
                        "collideAaBox",
                        AaBox.class,
                        CollideShapeBodyCollector.class,
                        BroadPhaseLayerFilter.class,
                        ObjectLayerFilter.class),
                query(
                        system,
                        "getNarrowPhaseQueryNoLock",
                        "castRay",
                        RRayCast.class,
                        RayCastSettings.class,
                        CastRayCollector.class,
                        BroadPhaseLayerFilter.class,
                        ObjectLayerFilter.class,
                        BodyFilter.class,
                        ShapeFilter.class),
                query(
                        system,
                        "getNarrowPhaseQueryNoLock",
                        "collideShape",
                        ConstShape.class,
                        Vec3Arg.class,
                        RMat44Arg.class,
                        CollideShapeSettings.class,
                        RVec3Arg.class,
                        CollideShapeCollector.class,
                        BroadPhaseLayerFilter.class,
                        ObjectLayerFilter.class,
                        BodyFilter.class,
                        ShapeFilter.class),
                // The only trace of Jolt 5.6 in the binding.
                type(in + "CollisionEstimationResult").stream()
                                .flatMap(result -> named(result, "getContactImpulses"))
                                .count()
                        > 0);
    }

    /** Returns a call of the query that a getter of the system returns. It takes the system in place of the query. */
    private static MethodHandle query(Class<?> system, String getter, String name, Class<?>... arguments) {
        Class<?> query = named(system, getter)
                .findFirst()
                .orElseThrow(() -> missing(getter))
                .getReturnType();
        return MethodHandles.filterArguments(
                firstOf(call(query, name, Object.class, arguments), Object.class),
                0,
                call(system, getter, Object.class));
    }

    private static MethodHandle call(Class<?> of, String name, Class<?> returned, Class<?>... arguments) {
        Stream<? extends Executable> all = name.equals(NEW) ? Stream.of(of.getConstructors()) : named(of, name);
        Executable found = all.filter(one -> takes(one, arguments))
                .findFirst()
                .orElseThrow(() -> missing(of.getName() + "." + name));
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        MethodType type = MethodType.methodType(returned, arguments);
        try {
            return found instanceof Constructor<?> made
                    ? lookup.unreflectConstructor(made).asType(type)
                    : lookup.unreflect((Method) found).asType(type.insertParameterTypes(0, of));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle firstOf(MethodHandle call, Class<?> argument) {
        return call.asType(call.type().changeParameterType(0, argument));
    }

    private static Stream<Method> named(Class<?> of, String name) {
        return Stream.of(of.getMethods()).filter(method -> method.getName().equals(name));
    }

    /** Returns whether such arguments can be passed. Of some, only a supertype is the same in all versions. */
    private static boolean takes(Executable called, Class<?>... arguments) {
        Class<?>[] parameters = called.getParameterTypes();
        boolean takes = parameters.length == arguments.length;
        for (int i = 0; takes && i < parameters.length; i++) {
            takes = parameters[i].isAssignableFrom(arguments[i])
                    || arguments[i] == Object.class
                    || arguments[i] == JoltPhysicsObject.class && !parameters[i].isPrimitive();
        }
        return takes;
    }

    private static Optional<Class<?>> type(String name) {
        try {
            return Optional.of(Class.forName(name, false, JoltCalls.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    private static UnsupportedOperationException missing(String what) {
        return new UnsupportedOperationException("jolt-jni must be a version from " + VERSIONS + ", but the one on the"
                + " class path has no " + what + "; use one of these versions");
    }

    /** Finds the calls now, so that a wrong version fails where a world is made. */
    static void load() {
        find(BINDING);
    }

    static boolean hasFrictionOfManifold() {
        return Found.CALLS.frictionOfManifold;
    }

    static JoltPhysicsObject trees(int layers, int trees) {
        return get(() -> (JoltPhysicsObject) Found.CALLS.newTrees.invokeExact(layers, trees));
    }

    static void put(JoltPhysicsObject trees, int layer, int tree) {
        get(() -> Found.CALLS.putLayer.invokeExact(trees, layer, tree));
    }

    static void init(
            PhysicsSystem system,
            JoltLimits limits,
            JoltPhysicsObject trees,
            ObjVsBpFilter treeFilter,
            ObjVsObjFilter layerFilter) {
        get(() -> Found.CALLS.init.invokeExact(
                system, limits.bodies(), 0, limits.pairs(), limits.contacts(), trees, treeFilter, layerFilter));
    }

    static BodyInterface lockingBodies(PhysicsSystem system) {
        return get(() -> (BodyInterface) Found.CALLS.lockingBodies.invokeExact(system));
    }

    static BodyInterface bodies(PhysicsSystem system) {
        return get(() -> (BodyInterface) Found.CALLS.bodies.invokeExact(system));
    }

    /** Locks a body to write, although it is only read: then the binding returns a {@code Body} in all versions. */
    static BodyLockWrite lock(PhysicsSystem system, int id) {
        return get(() -> (BodyLockWrite) Found.CALLS.lock.invokeExact(system, id));
    }

    static void collideBox(JoltSystem in, AaBox box, CollideShapeBodyCollector to) {
        get(() -> Found.CALLS.collideBox.invokeExact(in.system, box, to, in.allTrees, in.allLayers));
    }

    static void castRay(
            JoltSystem in,
            RRayCast ray,
            RayCastSettings settings,
            CastRayCollector to,
            BodyFilter bodies,
            ShapeFilter shapes) {
        get(() -> Found.CALLS.castRay.invokeExact(
                in.system, ray, settings, to, in.allTrees, in.allLayers, bodies, shapes));
    }

    static void collideShape(
            JoltSystem in,
            ConstShape shape,
            Vec3Arg scale,
            RMat44Arg at,
            CollideShapeSettings settings,
            RVec3Arg base,
            CollideShapeCollector to,
            BodyFilter bodies,
            ShapeFilter shapes) {
        get(() -> Found.CALLS.collideShape.invokeExact(
                in.system, shape, scale, at, settings, base, to, in.allTrees, in.allLayers, bodies, shapes));
    }

    private interface Call<T> {
        T call() throws Throwable;
    }

    private static <T> T get(Call<T> call) {
        try {
            return call.call();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the binding declares no checked exception", e);
        }
    }
}
