package io.github.freestep.physics.box2d;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.World;
import com.badlogic.gdx.utils.SharedLibraryLoader;
import io.github.freestep.physics.engine.EngineLibrary;

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
                new SharedLibraryLoader().load("gdx");
                new SharedLibraryLoader().load("gdx-box2d");
            });

    private Box2dRuntime() {}

    static synchronized World open() {
        return new World(new Vector2(0, -9.81f), true);
    }
}
