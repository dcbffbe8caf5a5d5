package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.glfw.GLFW.*;

import java.util.Arrays;

/** The keys of the viewer, for the keyboard, the help on screen, and the README of this module. */
enum Key {
    PAUSE("Space", GLFW_KEY_SPACE, "pause"),
    STEP("N", GLFW_KEY_N, "one tick"),
    SLOWER("Down", GLFW_KEY_DOWN, "slower"),
    FASTER("Up", GLFW_KEY_UP, "faster"),
    HOME("C", GLFW_KEY_C, "camera back"),
    QUIT("Esc", GLFW_KEY_ESCAPE, "quit");

    /** The name on screen and in the README of this module. */
    final String label;

    final int code;
    final String effect;

    Key(String label, int code, String effect) {
        this.label = label;
        this.code = code;
        this.effect = effect;
    }

    /** Returns null for a key without effect. */
    static Key of(int code) {
        return Arrays.stream(values())
                .filter(key -> key.code == code)
                .findFirst()
                .orElse(null);
    }
}
