package io.github.freestep.physics.prediction.shown;

import io.github.freestep.state.State;

/**
 * An orientation, and rotation vectors between two: the axis of the shortest rotation, as long as its angle in radians.
 * For one thread; allocates nothing once made.
 */
final class Rotation {
    double x;
    double y;
    double z;
    double w;

    /** Takes the orientation of a body, of any length but zero. */
    void set(State state, int slot) {
        x = state.qx()[slot];
        y = state.qy()[slot];
        z = state.qz()[slot];
        w = state.qw()[slot];
    }

    /** Turns this orientation by a rotation vector, whose axis is the world's. */
    void turn(double vx, double vy, double vz) {
        double angle = Math.sqrt(vx * vx + vy * vy + vz * vz);
        if (angle == 0) {
            return;
        }
        double sine = Math.sin(angle / 2) / angle;
        double cosine = Math.cos(angle / 2);
        double tx = vx * sine;
        double ty = vy * sine;
        double tz = vz * sine;
        double qx = x;
        double qy = y;
        double qz = z;
        double qw = w;
        x = cosine * qx + tx * qw + ty * qz - tz * qy;
        y = cosine * qy - tx * qz + ty * qw + tz * qx;
        z = cosine * qz + tx * qy - ty * qx + tz * qw;
        w = cosine * qw - tx * qx - ty * qy - tz * qz;
    }

    /** Finds the rotation vector from the orientation of a body to this one. Exactly zero if they are the same. */
    void vectorFrom(State state, int slot, double[] into, int at) {
        double ox = state.qx()[slot];
        double oy = state.qy()[slot];
        double oz = state.qz()[slot];
        double ow = state.qw()[slot];
        double vx = x * ow - w * ox - y * oz + z * oy;
        double vy = y * ow - w * oy + x * oz - z * ox;
        double vz = z * ow - w * oz - x * oy + y * ox;
        double real = w * ow + x * ox + y * oy + z * oz;
        double sine = Math.sqrt(vx * vx + vy * vy + vz * vz);
        double scale = 0;
        if (sine > 0) {
            // The quaternion and its negative are the same rotation. The one with a positive real part is the short
            // way. The arc tangent needs no unit length.
            scale = 2 * Math.atan2(sine, Math.abs(real)) / (real < 0 ? -sine : sine);
        }
        into[at] = vx * scale;
        into[at + 1] = vy * scale;
        into[at + 2] = vz * scale;
    }

    /** Replaces a rotation vector by the one of the same rotation that is nearest to another vector. */
    static void unwind(double[] vectors, int at, double[] near, int nearAt) {
        double x = vectors[at];
        double y = vectors[at + 1];
        double z = vectors[at + 2];
        double angle = Math.sqrt(x * x + y * y + z * z);
        if (angle > 0) {
            double along = (x * near[nearAt] + y * near[nearAt + 1] + z * near[nearAt + 2]) / angle;
            double turns = Math.rint((along - angle) / (2 * Math.PI));
            double scale = 1 + turns * 2 * Math.PI / angle;
            vectors[at] = x * scale;
            vectors[at + 1] = y * scale;
            vectors[at + 2] = z * scale;
        }
    }
}
