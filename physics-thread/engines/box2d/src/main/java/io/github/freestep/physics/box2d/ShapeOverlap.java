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
 * overlap if no axis separates them. The axes to try are the lines between corners, which round corners may need, and
 * the normals of these lines, among which are those of all sides.
 */
final class ShapeOverlap {
    /** Box2D's polygons have at most 8 corners. */
    private static final int CORNERS = 8;

    /** The corners of the disc or rectangle, and then those of the other shape. */
    private final float[] corners = new float[4 * CORNERS];

    private final Vector2 point = new Vector2();
    private int ownCount;
    private int count;
    private float ownRadius;
    private float otherRadius;

    void disc(float x, float y, float radius) {
        corners[0] = x;
        corners[1] = y;
        ownCount = 1;
        ownRadius = radius;
    }

    void rectangle(float x, float y, float halfX, float halfY) {
        for (int i = 0; i < 4; i++) {
            corners[2 * i] = i == 0 || i == 3 ? x - halfX : x + halfX;
            corners[2 * i + 1] = i < 2 ? y - halfY : y + halfY;
        }
        ownCount = 4;
        ownRadius = 0;
    }

    boolean isWith(Shape shape, Transform pose) {
        otherRadius = 0;
        count = ownCount;
        if (shape instanceof CircleShape circle) {
            add(pose, circle.getPosition());
            otherRadius = circle.getRadius();
        } else if (shape instanceof PolygonShape polygon) {
            for (int i = 0, vertices = polygon.getVertexCount(); i < vertices; i++) {
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
        for (int i = 0, vertices = chain.getVertexCount(); i + 1 < vertices; i++) {
            count = ownCount;
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
        corners[2 * count] = pose.vals[Transform.POS_X] + cos * corner.x - sin * corner.y;
        corners[2 * count + 1] = pose.vals[Transform.POS_Y] + sin * corner.x + cos * corner.y;
        count++;
    }

    private boolean overlaps() {
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                double x = corners[2 * j] - corners[2 * i];
                double y = corners[2 * j + 1] - corners[2 * i + 1];
                if (separates(x, y) || separates(y, -x)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns whether the two do not overlap along an axis of any length. */
    private boolean separates(double x, double y) {
        double radii = (ownRadius + otherRadius) * Math.sqrt(x * x + y * y);
        return most(0, ownCount, x, y) + radii < -most(ownCount, count, -x, -y)
                || most(ownCount, count, x, y) + radii < -most(0, ownCount, -x, -y);
    }

    private double most(int from, int to, double x, double y) {
        double most = Double.NEGATIVE_INFINITY;
        for (int i = from; i < to; i++) {
            most = Math.max(most, corners[2 * i] * x + corners[2 * i + 1] * y);
        }
        return most;
    }
}
