package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Simulation;
import java.lang.reflect.InvocationTargetException;

/** Simulations by what a user calls them: a built-in scene's name, or the name of a class on the class path. */
public final class Simulations {
    private Simulations() {}

    /**
     * Makes one, for one run.
     *
     * @param nameOrClass what it is called
     * @param bodies of a built-in scene
     * @param seed of a built-in scene
     * @return to be run by a service or a stepper
     * @throws IllegalArgumentException if nothing is called so, or the number of bodies is out of range
     */
    public static Simulation of(String nameOrClass, int bodies, long seed) {
        return Scenes.names().contains(nameOrClass)
                ? Scenes.of(nameOrClass, bodies, seed, StepCost.NONE)
                : byClass(nameOrClass);
    }

    private static Simulation byClass(String name) {
        try {
            // The name may come out of a file: nothing of a class is run that is no simulation.
            return Class.forName(name, false, Simulations.class.getClassLoader())
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
        } catch (LinkageError e) {
            throw bad(name, "can't be loaded: " + e, e);
        } catch (InvocationTargetException e) {
            throw bad(name, "can't be made: its constructor failed", e.getCause());
        }
    }

    private static IllegalArgumentException bad(String name, String why, Throwable cause) {
        return new IllegalArgumentException(
                "the simulation \"" + name + "\" " + why
                        + "; with -jar Java looks at no other jar: run java -cp freestep.jar:yours.jar, and behind it"
                        + " org.openjdk.jmh.Main or io.github.freestep.benchmarks.Main",
                cause);
    }
}
