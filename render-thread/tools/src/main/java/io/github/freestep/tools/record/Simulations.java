package io.github.freestep.tools.record;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Makes simulations by the name of a built-in scene or of a class on the class path. */
public final class Simulations {
    private static final Optional<BuiltInScenes> SCENES = ServiceLoader.load(
                    BuiltInScenes.class, Simulations.class.getClassLoader())
            .findFirst();

    private Simulations() {}

    /** Returns whether that is the name of a built-in scene. */
    static boolean isScene(String name) {
        return names().contains(name);
    }

    /** Returns the default number of bodies of a scene; for the name of a class, any number. */
    static int usualBodies(String name) {
        return SCENES.map(scenes -> scenes.usualBodies(name)).orElse(1);
    }

    /** Spawns, removes and teleports bodies of the scene that a run steps. */
    static void burst(PhysicsContext context, long seed) {
        SCENES.orElseThrow().burst(context, seed);
    }

    private static List<String> names() {
        return SCENES.map(BuiltInScenes::names).orElse(List.of());
    }

    /**
     * Makes a simulation for one run.
     *
     * @param nameOrClass the name of a scene or of a class
     * @param bodies the number of bodies of a built-in scene; ignored for a class
     * @param seed the seed of a built-in scene; ignored for a class
     * @return the simulation, which a service or a stepper can run
     * @throws IllegalArgumentException if the name is unknown, or the number of bodies is out of range
     */
    public static Simulation of(String nameOrClass, int bodies, long seed) {
        return isScene(nameOrClass)
                ? SCENES.orElseThrow().make(nameOrClass, bodies, seed)
                : byClass(nameOrClass, Simulation.class);
    }

    /**
     * Makes an object of a class on the class path.
     *
     * @param <T> the type
     * @param name the name of the class
     * @param type what it must implement
     * @return the object
     * @throws IllegalArgumentException if there is no such class, or no object of it can be made
     */
    public static <T> T byClass(String name, Class<T> type) {
        try {
            // The name may come from a file. The class is loaded without initialisation, so if it is no simulation,
            // none of its code runs.
            return Class.forName(name, false, Simulations.class.getClassLoader())
                    .asSubclass(type)
                    .getConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            throw bad(name, "is neither one of " + names() + " nor a class on the class path", e);
        } catch (InvocationTargetException e) {
            throw bad(name, "can't be made: its constructor failed", e.getCause());
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw bad(
                    name,
                    "must be a public class that implements " + type.getSimpleName()
                            + ", with a public constructor without" + " parameters: " + e,
                    e);
        }
    }

    private static IllegalArgumentException bad(String name, String why, Throwable cause) {
        return new IllegalArgumentException(
                "\"" + name + "\" " + why
                        + "; java -jar ignores other jars: run java -cp freestep.jar:yours.jar MAIN, where MAIN is"
                        + " org.openjdk.jmh.Main or io.github.freestep.benchmarks.Main",
                cause);
    }
}
