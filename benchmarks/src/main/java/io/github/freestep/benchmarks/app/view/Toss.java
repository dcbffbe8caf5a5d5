package io.github.freestep.benchmarks.app.view;

import org.joml.Vector3f;

/** A box that is to be thrown: from where, and how fast. Immutable, so it may cross to the physics thread. */
record Toss(float x, float y, float z, float velocityX, float velocityY, float velocityZ) {
    static Toss of(Vector3f from, Vector3f velocity) {
        return new Toss(from.x, from.y, from.z, velocity.x, velocity.y, velocity.z);
    }
}
