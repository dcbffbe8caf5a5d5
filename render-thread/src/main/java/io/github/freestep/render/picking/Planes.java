package io.github.freestep.render.picking;

import io.github.freestep.render.Frame;
import java.util.Arrays;
import java.util.Objects;
import org.joml.Matrix4fc;

/**
 * The planes of a part of the space that a camera sees, computed from its view-projection matrix. Works for perspective
 * and orthographic projections, with depths from -1 to 1, from 0 to 1 and reversed, and without a far plane. Only the
 * depths and the near end of an orthographic projection need depths from -1 to 1, because its matrix does not say which
 * ones it has. For one thread; allocates nothing once made.
 */
final class Planes {
    /** The number of sides of the rectangle. Their planes come first; those of the near and the far end follow. */
    private static final int SIDES = 4;

    private static final int MOST = 6;

    private final float[] nx = new float[MOST];
    private final float[] ny = new float[MOST];
    private final float[] nz = new float[MOST];
    private final float[] distance = new float[MOST];

    /** The direction along which depth grows, and the depth of the coordinates' origin. */
    private double depthX;

    private double depthY;
    private double depthZ;
    private double depth;

    /** Sets the planes of a rectangle between two corners in normalised device coordinates. */
    void set(Matrix4fc m, float x1, float y1, float x2, float y2) {
        if (!Objects.requireNonNull(m, "viewProjection must not be null").isFinite()) {
            throw new IllegalArgumentException("viewProjection must be finite, was\n" + m);
        }
        if (!(Math.abs(x1) + Math.abs(y1) + Math.abs(x2) + Math.abs(y2) <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException("the corners must be finite and not too far apart, were (" + x1 + ", "
                    + y1 + ") and (" + x2 + ", " + y2 + ")");
        }
        double left = Math.min(x1, x2);
        double right = Math.max(x1, x2);
        double bottom = Math.min(y1, y2);
        double top = Math.max(y1, y2);
        set(0, m, 1, 0, 0, -left);
        set(1, m, -1, 0, 0, right);
        set(2, m, 0, 1, 0, -bottom);
        set(3, m, 0, -1, 0, top);
        // With a perspective and depths from 0 to 1, the first of these is a little before the near plane.
        set(SIDES, m, 0, 0, 1, 1);
        set(SIDES + 1, m, 0, 0, -1, 1);
        setDepth(m);
    }

    /** Sets a plane: a weighted sum of the clip coordinates x, y, z and w, which is positive inside. */
    private void set(int plane, Matrix4fc m, double x, double y, double z, double w) {
        double a = x * m.m00() + y * m.m01() + z * m.m02() + w * m.m03();
        double b = x * m.m10() + y * m.m11() + z * m.m12() + w * m.m13();
        double c = x * m.m20() + y * m.m21() + z * m.m22() + w * m.m23();
        double d = x * m.m30() + y * m.m31() + z * m.m32() + w * m.m33();
        double length = Math.sqrt(a * a + b * b + c * c);
        // A far plane at infinity has no direction, and all is before it.
        double scale = length > 0 ? 1 / length : 0;
        nx[plane] = (float) (a * scale);
        ny[plane] = (float) (b * scale);
        nz[plane] = (float) (c * scale);
        distance[plane] = (float) (d * scale);
    }

    /** With a perspective, depth is the distance from the camera along its view; otherwise, from the near plane. */
    private void setDepth(Matrix4fc m) {
        boolean perspective = m.m03() != 0 || m.m13() != 0 || m.m23() != 0;
        double x = perspective ? m.m03() : m.m02();
        double y = perspective ? m.m13() : m.m12();
        double z = perspective ? m.m23() : m.m22();
        double length = Math.sqrt(x * x + y * y + z * z);
        if (length == 0) {
            throw new IllegalArgumentException("viewProjection must project depth, was\n" + m);
        }
        depthX = x / length;
        depthY = y / length;
        depthZ = z / length;
        depth = (perspective ? m.m33() : m.m32() + 1) / length;
    }

    /** Computes how far inside of the sides of the rectangle spheres reach; zero or less if a side leaves them out. */
    void depths(Frame frame, float[] radii, float[] depths, int from, int to) {
        Arrays.fill(depths, from, to, Float.MAX_VALUE);
        for (int side = 0; side < SIDES; side++) {
            belowPlane(frame, depths, from, to, side);
        }
        within(radii, depths, from, to);
    }

    /** Reduces depths to those below a plane, where these are less. */
    private void belowPlane(Frame frame, float[] depths, int from, int to, int plane) {
        float[] x = frame.x();
        float[] y = frame.y();
        float[] z = frame.z();
        float a = nx[plane];
        float b = ny[plane];
        float c = nz[plane];
        float d = distance[plane];
        for (int i = from; i < to; i++) {
            depths[i] = Math.min(depths[i], x[i] * a + y[i] * b + z[i] * c + d);
        }
    }

    /** Adds radii to depths, and sets to zero what is negative. The others double. */
    private static void within(float[] radii, float[] depths, int from, int to) {
        for (int i = from; i < to; i++) {
            float depth = depths[i] + radii[i];
            depths[i] = depth + Math.abs(depth);
        }
    }

    /** Whether a sphere is at least partly between the near and the far end. */
    boolean endsInclude(float x, float y, float z, float radius) {
        return inside(SIDES, x, y, z) + radius >= 0 && inside(SIDES + 1, x, y, z) + radius >= 0;
    }

    private float inside(int plane, float x, float y, float z) {
        return x * nx[plane] + y * ny[plane] + z * nz[plane] + distance[plane];
    }

    double depth(double x, double y, double z) {
        return x * depthX + y * depthY + z * depthZ + depth;
    }
}
