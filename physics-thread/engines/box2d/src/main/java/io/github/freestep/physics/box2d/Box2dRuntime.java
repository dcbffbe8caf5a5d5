package io.github.freestep.physics.box2d;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.World;
import com.badlogic.gdx.utils.SharedLibraryLoader;
import io.github.freestep.physics.engines.EngineLibrary;

/**
 * The part of Box2D that all worlds share: its native libraries, and tables that the first world fills. Thread-safe:
 * opening and closing a world takes a lock; steps do not.
 */
final class Box2dRuntime {
    /** Box2D's library, and that of libGDX, which Box2D's classes need for their buffers. */
    static final EngineLibrary LIBRARY = new EngineLibrary(
            "Box2D",
            "com.badlogicgames.gdx:gdx-platform and gdx-box2d-platform, both with the classifier natives-desktop",
            () -> {
                requireClasses();
                new SharedLibraryLoader().load("gdx");
                new SharedLibraryLoader().load("gdx-box2d");
            });

    private Box2dRuntime() {}

    /** Later versions of the same artifact bind Box2D 3, whose classes have other names. */
    private static void requireClasses() {
        try {
            Class.forName("com.badlogic.gdx.physics.box2d.World", false, Box2dRuntime.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new UnsupportedOperationException(
                    "com.badlogicgames.gdx:gdx-box2d must be a version with the package com.badlogic.gdx.physics.box2d,"
                            + " which 3.1.1 does not have; use 1.14.2",
                    e);
        }
    }

    static synchronized World open() {
        return new World(new Vector2(0, -9.81f), true);
    }
}
