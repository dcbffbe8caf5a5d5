package io.github.freestep.physics.bullet;

import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.CapsuleCollisionShape;
import com.jme3.bullet.collision.shapes.CollisionShape;
import com.jme3.bullet.collision.shapes.ConeCollisionShape;
import com.jme3.bullet.collision.shapes.CylinderCollisionShape;
import com.jme3.bullet.collision.shapes.HullCollisionShape;
import com.jme3.bullet.collision.shapes.PlaneCollisionShape;
import com.jme3.bullet.collision.shapes.SimplexCollisionShape;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.math.Vector3f;
import java.util.Arrays;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Finds where a ray enters a shape, in double precision and in the shape's own coordinates. For one thread; allocates
 * nothing.
 *
 * <p>A shape consists of all points that are at most {@link #margin} from a core. Bullet rounds the edges of cylinders
 * and cones in this way. The distance from a convex core is a convex function along a ray. So Newton's method, begun
 * before the shape, goes towards the first hit and never beyond it.
 */
final class ConvexSolid {
    /** A point this close to a shape is on it. */
    private static final double TOUCHING = 1e-9;

    /** A shorter distance from the core has no exact direction. The normal of the step before it is used. */
    private static final double FLAT = 1e-7;

    /** Enough for a ray that touches a sphere in one point, where each step halves the distance. */
    private static final int MOST_STEPS = 100;

    private enum Core {
        /** A box. A segment and a point are boxes without width. */
        BOX,
        CYLINDER,
        CONE,
        HULL,
        HALF_SPACE
    }

    private final Vector3f scale = new Vector3f();
    private final Vector3f vector = new Vector3f();
    private Core core = Core.BOX;

    /** The axis of a round shape. Here it is the third coordinate, and the two after it are the first and second. */
    private int axis;

    /**
     * The half-lengths of a box; twice the radius and the half-height of a round core; the scale of a hull; the normal
     * of a half-space.
     */
    private final double[] size = new double[3];

    /** The vertices of the current hull, and of all hulls before it, because the binding copies them at each call. */
    private float[] vertices;

    private final Map<CollisionShape, float[]> hulls = new WeakHashMap<>();
    private final HullDistance hull = new HullDistance();

    /** How far a half-space reaches along its normal. */
    private double height;

    private double margin;

    /** How far the shape reaches from its origin. */
    private double bound;

    /**
     * A point of the line, its direction, and the vector from the core's closest point to the newest point asked for.
     */
    private final double[] point = new double[3];

    private final double[] along = new double[3];
    private final double[] away = new double[3];

    /** Takes a shape, or returns false if this class does not know it. */
    boolean set(CollisionShape shape) {
        shape.getScale(scale);
        if (shape instanceof BoxCollisionShape box) {
            box.getHalfExtents(vector).multLocal(scale);
            set(Core.BOX, 2, vector.x, vector.y, vector.z, 0);
        } else if (shape instanceof SphereCollisionShape sphere) {
            set(Core.BOX, 2, 0, 0, 0, (double) sphere.getRadius() * scale.x);
        } else if (shape instanceof CapsuleCollisionShape capsule) {
            double half = 0.5 * capsule.getHeight() * scale.x;
            set(Core.BOX, capsule.getAxis(), 0, 0, half, (double) capsule.getRadius() * scale.x);
        } else if (shape instanceof CylinderCollisionShape cylinder) {
            int up = cylinder.getAxis();
            cylinder.getHalfExtents(vector).multLocal(scale);
            double radius = vector.get(across(up));
            double half = vector.get(up);
            // A coin may be thinner than the margin.
            double within = Math.min(cylinder.getMargin(), Math.min(radius, half));
            set(Core.CYLINDER, up, radius - within, radius - within, half - within, within);
        } else if (shape instanceof ConeCollisionShape cone) {
            int up = cone.getAxis();
            double radius = (double) cone.getRadius() * scale.get(across(up));
            set(Core.CONE, up, radius, radius, 0.5 * cone.getHeight() * scale.get(up), cone.getMargin());
        } else if (shape instanceof HullCollisionShape || shape instanceof SimplexCollisionShape) {
            set(Core.HULL, 2, scale.x, scale.y, scale.z, shape.getMargin());
            vertices = hulls.computeIfAbsent(shape, ConvexSolid::vertices);
            bound = margin + reach();
        } else if (shape instanceof PlaneCollisionShape plane) {
            Vector3f normal = plane.getPlane().getNormal();
            set(Core.HALF_SPACE, 2, normal.x, normal.y, normal.z, 0);
            height = plane.getPlane().getConstant();
            bound = Double.POSITIVE_INFINITY;
        } else {
            return false;
        }
        return true;
    }

    private static float[] vertices(CollisionShape shape) {
        return shape instanceof HullCollisionShape solid
                ? solid.copyHullVertices()
                : ((SimplexCollisionShape) shape).copyVertices();
    }

    /** Returns how far the vertices are from the origin. */
    private double reach() {
        double most = 0;
        for (int i = 0; i < vertices.length; i += 3) {
            double x = vertices[i] * size[0];
            double y = vertices[i + 1] * size[1];
            double z = vertices[i + 2] * size[2];
            most = Math.max(most, x * x + y * y + z * z);
        }
        return Math.sqrt(most);
    }

    private static int across(int up) {
        return up == 0 ? 1 : 0;
    }

    private void set(Core kind, int up, double a, double b, double c, double around) {
        core = kind;
        axis = up;
        size[0] = a;
        size[1] = b;
        size[2] = c;
        margin = around;
        bound = length(size) + margin;
    }

    /**
     * Returns where a ray enters the shape.
     *
     * @param from a point of the line
     * @param direction the direction of the line, a unit vector
     * @param begin where on the line the ray begins; may be negative
     * @param end where it ends
     * @param normal gets the normal at that place
     * @return the place on the line, or NaN if the ray misses the shape or begins in it
     */
    double enter(double[] from, double[] direction, double begin, double end, double[] normal) {
        for (int i = 0; i < 3; i++) {
            point[i] = from[(axis + 1 + i) % 3];
            along[i] = direction[(axis + 1 + i) % 3];
        }
        // More than the bound: a ray that is clipped must not begin on the surface.
        double reach = 1 + bound + length(point);
        double at = Math.max(begin, -reach);
        double last = Math.min(end, reach);
        for (int step = 0; step < MOST_STEPS && at <= last; step++) {
            double distance = goAway(at);
            if (step == 0 || distance > FLAT) {
                for (int i = 0; i < 3; i++) {
                    normal[(axis + 1 + i) % 3] = away[i] / distance;
                }
            }
            if (distance - margin <= TOUCHING) {
                return step == 0 ? Double.NaN : at;
            }
            double slope = (away[0] * along[0] + away[1] * along[1] + away[2] * along[2]) / distance;
            if (slope >= 0) {
                return Double.NaN;
            }
            at -= (distance - margin) / slope;
        }
        return Double.NaN;
    }

    /** Sets {@link #away} for a point of the line, and returns its length. */
    private double goAway(double at) {
        for (int i = 0; i < 3; i++) {
            away[i] = point[i] + at * along[i];
        }
        switch (core) {
            case BOX -> {
                for (int i = 0; i < 3; i++) {
                    away[i] -= clamp(away[i], size[i]);
                }
            }
            case CYLINDER -> {
                goAcross(size[0]);
                away[2] -= clamp(away[2], size[2]);
            }
            case CONE -> {
                double across = Math.sqrt(away[0] * away[0] + away[1] * away[1]);
                // How far along the line from the rim of the base to the tip.
                double up = ((size[0] - across) * size[0] + (size[2] + away[2]) * 2 * size[2])
                        / (size[0] * size[0] + 4 * size[2] * size[2]);
                if (away[2] < -size[2]) {
                    goAcross(size[0]);
                    away[2] += size[2];
                } else if (across <= size[0] * (size[2] - away[2]) / (2 * size[2])) {
                    Arrays.fill(away, 0);
                } else {
                    double k = Math.max(0, Math.min(1, up));
                    goAcross(size[0] * (1 - k));
                    away[2] -= size[2] * (2 * k - 1);
                }
            }
            case HULL -> hull.away(away, vertices, size);
            case HALF_SPACE -> {
                double above = size[0] * away[0] + size[1] * away[1] + size[2] * away[2] - height;
                for (int i = 0; i < 3; i++) {
                    away[i] = size[i] * Math.max(0, above);
                }
            }
        }
        return length(away);
    }

    /** Takes from {@link #away} what is within a radius around the axis. */
    private void goAcross(double radius) {
        double across = Math.sqrt(away[0] * away[0] + away[1] * away[1]);
        double left = across <= radius ? 0 : 1 - radius / across;
        away[0] *= left;
        away[1] *= left;
    }

    private static double clamp(double value, double most) {
        return Math.max(-most, Math.min(most, value));
    }

    private static double length(double[] vector) {
        return Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
    }
}
