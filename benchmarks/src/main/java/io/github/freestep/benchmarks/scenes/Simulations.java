package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Simulation;
import java.lang.reflect.InvocationTargetException;

/** Simulations by what a user calls them: a built-in scene's name, or the name of a class on the class path. */
final class Simulations {
    private static final long SEED = 42;

    private Simulations() {}

    /** The number of bodies is a built-in scene's. */
    static Simulation of(String nameOrClass, int bodies) {
        return Scenes.names().contains(nameOrClass)
                ? Scenes.of(nameOrClass, bodies, SEED, StepCost.NONE)
                : byClass(nameOrClass);
    }

    private static Simulation byClass(String name) {
        try {
            return Class.forName(name)
                    .asSubclass(Simulation.class)
                    .getConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            throw bad(name, "is neither one of " + Scenes.names() + " nor a class on the class path", e);
        } catch (ClassCastException e) {
            throw bad(name, "does not implement " + Simulation.class.getName(), e);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw bad(name, "is no public class with a public constructor without parameters", e);
        } catch (InstantiationException e) {
            throw bad(name, "is abstract", e);
        } catch (InvocationTargetException e) {
            throw bad(name, "can't be made: its constructor failed", e.getCause());
        }
    }

    private static IllegalArgumentException bad(String name, String why, Throwable cause) {
        return new IllegalArgumentException(
                "the simulation \"" + name + "\" " + why
                        + "; run with java -cp freestep.jar:yours.jar org.openjdk.jmh.Main SceneBenchmark -p simulation=its.Name",
                cause);
    }
}
