package io.github.freestep.render;

import io.github.freestep.state.State;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.joml.Quaterniond;
import org.joml.Vector3d;

/** A renderer that blends two states in a shader, in plain Java: it uploads as little as it may. */
public final class ShaderModel {
    private final float[][] states;
    private final long[] numbers = new long[2];
    private final boolean[] filled = new boolean[2];
    private final FloatBuffer corrections;
    private long correction;
    private Frame frame;
    private float[] older;
    private float[] newer;

    public int uploadedStates;
    public int uploadedCorrections;

    public ShaderModel(int capacity) {
        states = new float[2][capacity * Frame.POSE_FLOATS];
        corrections = FloatBuffer.allocate(capacity * Frame.CORRECTION_FLOATS);
    }

    /** Sets the frame to draw. */
    public void upload(Frame next) {
        frame = next;
        int kept = filled[1] && numbers[1] == next.newerNumber()
                ? 0
                : filled[0] && numbers[0] == next.newerNumber() ? 1 : -1;
        int a = kept >= 0 ? kept : filled[1] && numbers[1] == next.olderNumber() ? 1 : 0;
        older = put(a, next.olderNumber(), next.older());
        newer = next.older() == next.newer() ? older : put(1 - a, next.newerNumber(), next.newer());
        if (next.correctionNumber() != 0 && next.correctionNumber() != correction) {
            correction = next.correctionNumber();
            next.corrections(0, next.slots(), corrections.clear());
            uploadedCorrections++;
        }
    }

    private float[] put(int at, long number, State state) {
        if (!filled[at] || numbers[at] != number) {
            filled[at] = true;
            numbers[at] = number;
            uploadedStates++;
            Arrays.fill(states[at], Float.NaN);
            for (int slot = 0, i = 0; slot < state.slots(); slot++, i += Frame.POSE_FLOATS) {
                states[at][i] = state.x()[slot];
                states[at][i + 1] = state.y()[slot];
                states[at][i + 2] = state.z()[slot];
                states[at][i + 3] = state.qx()[slot];
                states[at][i + 4] = state.qy()[slot];
                states[at][i + 5] = state.qz()[slot];
                states[at][i + 6] = state.qw()[slot];
            }
        }
        return states[at];
    }

    /** Does what the vertex shader does for a body. */
    public void pose(int slot, Vector3d position, Quaterniond turn) {
        boolean corrected = frame.correctionNumber() != 0;
        int c = slot * Frame.CORRECTION_FLOATS;
        boolean jumps = corrected && corrections.get(c + 10) != 0;
        double reached = frame.reachedTick() == frame.newerTick() ? 1 : 0;
        double t = jumps ? reached : frame.alpha();
        if (t == 0 || t == 1) {
            float[] only = t == 0 ? older : newer;
            take(only, slot, position, turn);
        } else {
            Vector3d second = new Vector3d();
            Quaterniond to = new Quaterniond();
            take(older, slot, position, turn);
            take(newer, slot, second, to);
            position.lerp(second, t);
            turn.set(slerp(turn.normalize(), to.normalize(), t));
        }
        if (corrected) {
            double e = frame.errorShare();
            double b = frame.bendShare();
            position.add(
                    e * corrections.get(c) + b * corrections.get(c + 7),
                    e * corrections.get(c + 1) + b * corrections.get(c + 8),
                    e * corrections.get(c + 2) + b * corrections.get(c + 9));
            turn.add(
                    e * corrections.get(c + 3),
                    e * corrections.get(c + 4),
                    e * corrections.get(c + 5),
                    e * corrections.get(c + 6));
        }
        turn.normalize();
    }

    /** Whether the states have a body in opposite hemispheres, as can happen if states between them were missed. */
    public boolean isAcross(int slot) {
        int i = slot * Frame.POSE_FLOATS;
        return older[i + 3] * newer[i + 3]
                        + older[i + 4] * newer[i + 4]
                        + older[i + 5] * newer[i + 5]
                        + older[i + 6] * newer[i + 6]
                < 0;
    }

    private static void take(float[] from, int slot, Vector3d position, Quaterniond turn) {
        int i = slot * Frame.POSE_FLOATS;
        position.set(from[i], from[i + 1], from[i + 2]);
        turn.set(from[i + 3], from[i + 4], from[i + 5], from[i + 6]);
    }

    private static Quaterniond slerp(Quaterniond a, Quaterniond b, double t) {
        double angle = Math.acos(Math.max(-1, Math.min(1, a.dot(b))));
        boolean small = angle < 1e-4;
        double p = small ? 1 - t : Math.sin((1 - t) * angle) / Math.sin(angle);
        double q = small ? t : Math.sin(t * angle) / Math.sin(angle);
        return new Quaterniond(p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z, p * a.w + q * b.w);
    }
}
