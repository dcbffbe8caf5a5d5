package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.glfw.GLFW.*;

import java.util.Arrays;
import java.util.function.Predicate;

/** The keys of the viewer, for the keyboard, the help on screen, {@code --keys} and the README of this module. */
enum Key {
    PAUSE("Space", GLFW_KEY_SPACE, "pause", true),
    STEP("N", GLFW_KEY_N, "one tick", true, true),
    SLOWER("Down", GLFW_KEY_DOWN, "slower", true),
    FASTER("Up", GLFW_KEY_UP, "faster", true),
    BACKWARDS("B", GLFW_KEY_B, "backwards", true),
    FEWER_TICKS("Left", GLFW_KEY_LEFT, "fewer ticks", true, true),
    MORE_TICKS("Right", GLFW_KEY_RIGHT, "more ticks", true, true),
    INTERPOLATE("1", GLFW_KEY_1, "interpolate"),
    EXTRAPOLATE("2", GLFW_KEY_2, "extrapolate"),
    LATEST("3", GLFW_KEY_3, "newest state"),
    ONE_VIEW("V", GLFW_KEY_V, "one view, two"),
    THROW("T", GLFW_KEY_T, "throw"),
    RESTART("R", GLFW_KEY_R, "restart", true),
    HOME("C", GLFW_KEY_C, "camera back"),
    HELP("H", GLFW_KEY_H, "hide this"),
    QUIT("Esc", GLFW_KEY_ESCAPE, "quit");

    /** The name on screen, in scripts and in the README of this module. */
    final String label;

    final int code;
    final String effect;

    /** Whether it controls the time of the simulation, or restarts it. */
    final boolean isOfTime;

    /** Whether it steps the simulation, or changes its rate. */
    final boolean isOfTicks;

    Key(String label, int code, String effect) {
        this(label, code, effect, false);
    }

    Key(String label, int code, String effect, boolean isOfTime) {
        this(label, code, effect, isOfTime, false);
    }

    Key(String label, int code, String effect, boolean isOfTime, boolean isOfTicks) {
        this.isOfTime = isOfTime;
        this.isOfTicks = isOfTicks;
        this.label = label;
        this.code = code;
        this.effect = effect;
    }

    /** Returns null for a key without effect. */
    static Key of(int code) {
        return first(key -> key.code == code);
    }

    /** Ignores case. Returns null for an unknown label. */
    static Key of(String label) {
        return first(key -> key.label.equalsIgnoreCase(label));
    }

    private static Key first(Predicate<Key> condition) {
        return Arrays.stream(values()).filter(condition).findFirst().orElse(null);
    }
}
