package io.github.freestep.physics.box2d;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.ChainShape;
import com.badlogic.gdx.physics.box2d.CircleShape;
import com.badlogic.gdx.physics.box2d.EdgeShape;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import com.badlogic.gdx.physics.box2d.Shape;
import com.badlogic.gdx.physics.box2d.Transform;

/**
 * Tests whether a disc or a rectangle overlaps a shape of Box2D, whose binding lacks such a test. For one thread;
 * allocates nothing once warm.
 *
 * <p>Each shape is a convex polygon with a radius around it: a circle is a point, an edge is a line. Two of them
 * overlap if no axis separates them. The axes to try are the normals of all sides, and the lines between corners.
 */
final class ShapeOverlap {
    /** Box2D's polygons have at most 8 corners. */
    private static final int CORNERS = 8;

    private final float[] own = new float[2 * CORNERS];
    private final float[] other = new float[2 * CORNERS];
    private final Vector2 point = new Vector2();
    private int ownCount;
    private int otherCount;
    private float ownRadius;
    private float otherRadius;

    void disc(float x, float y, float radius) {
        own[0] = x;
        own[1] = y;
        ownCount = 1;
        ownRadius = radius;
    }

    void rectangle(float x, float y, float halfX, float halfY) {
        for (int i = 0; i < 4; i++) {
            own[2 * i] = i == 0 || i == 3 ? x - halfX : x + halfX;
            own[2 * i + 1] = i < 2 ? y - halfY : y + halfY;
        }
        ownCount = 4;
        ownRadius = 0;
    }

    boolean isWith(Shape shape, Transform pose) {
        otherRadius = 0;
        otherCount = 0;
        if (shape instanceof CircleShape circle) {
            add(pose, circle.getPosition());
            otherRadius = circle.getRadius();
        } else if (shape instanceof PolygonShape polygon) {
            for (int i = 0, count = polygon.getVertexCount(); i < count; i++) {
                polygon.getVertex(i, point);
                add(pose, point);
            }
        } else if (shape instanceof EdgeShape edge) {
            edge.getVertex1(point);
            add(pose, point);
            edge.getVertex2(point);
            add(pose, point);
        } else {
            return isWithChain((ChainShape) shape, pose);
        }
        return overlaps();
    }

    private boolean isWithChain(ChainShape chain, Transform pose) {
        for (int i = 0, count = chain.getVertexCount(); i + 1 < count; i++) {
            otherCount = 0;
            chain.getVertex(i, point);
            add(pose, point);
            chain.getVertex(i + 1, point);
            add(pose, point);
            if (overlaps()) {
                return true;
            }
        }
        return false;
    }

    private void add(Transform pose, Vector2 corner) {
        float cos = pose.vals[Transform.COS];
        float sin = pose.vals[Transform.SIN];
        other[2 * otherCount] = pose.vals[Transform.POS_X] + cos * corner.x - sin * corner.y;
        other[2 * otherCount + 1] = pose.vals[Transform.POS_Y] + sin * corner.x + cos * corner.y;
        otherCount++;
    }

    private boolean overlaps() {
        return !sideSeparates(own, ownCount) && !sideSeparates(other, otherCount) && !cornersSeparate();
    }

    private boolean sideSeparates(float[] corners, int count) {
        for (int i = 0; i < count; i++) {
            int next = (i + 1) % count;
            double dx = corners[2 * next] - corners[2 * i];
            double dy = corners[2 * next + 1] - corners[2 * i + 1];
            // A line is also separated along itself.
            if (separates(dy, -dx) || count == 2 && separates(dx, dy)) {
                return true;
            }
        }
        return false;
    }

    /** Round corners may pass each other where no side separates them. */
    private boolean cornersSeparate() {
        if (ownRadius + otherRadius == 0) {
            return false;
        }
        for (int i = 0; i < ownCount; i++) {
            for (int j = 0; j < otherCount; j++) {
                if (separates(other[2 * j] - own[2 * i], other[2 * j + 1] - own[2 * i + 1])) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether the two do not overlap along an axis of any length. */
    private boolean separates(double x, double y) {
        double length = Math.sqrt(x * x + y * y);
        if (length == 0) {
            return false;
        }
        double ownMost = most(own, ownCount, x, y);
        double ownLeast = -most(own, ownCount, -x, -y);
        double otherMost = most(other, otherCount, x, y);
        double otherLeast = -most(other, otherCount, -x, -y);
        double radii = (ownRadius + otherRadius) * length;
        return ownMost + radii < otherLeast || otherMost + radii < ownLeast;
    }

    private static double most(float[] corners, int count, double x, double y) {
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            most = Math.max(most, corners[2 * i] * x + corners[2 * i + 1] * y);
        }
        return most;
    }
}
