package io.github.freestep.physics.box2d;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.ChainShape;
import com.badlogic.gdx.physics.box2d.EdgeShape;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import com.badlogic.gdx.physics.box2d.Shape;
import com.badlogic.gdx.physics.box2d.Transform;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShapeOverlapTest {
    private static final double HALF_DIAGONAL = Math.sqrt(0.5);

    private final ShapeOverlap overlap = new ShapeOverlap();
    private final Transform straight = new Transform(new Vector2(0, 0), 0);
    private final Transform turned = new Transform(new Vector2(0, 0), (float) Math.PI / 4);
    private final List<Shape> shapes = new ArrayList<>();

    ShapeOverlapTest() {
        Box2dRuntime.LIBRARY.load();
    }

    @AfterEach
    void dispose() {
        shapes.forEach(Shape::dispose);
    }

    private <S extends Shape> S made(S shape) {
        shapes.add(shape);
        return shape;
    }

    private PolygonShape square() {
        PolygonShape square = made(new PolygonShape());
        square.setAsBox(0.5f, 0.5f);
        return square;
    }

    private void assertDisc(boolean expected, double x, double y, double radius, Shape shape, Transform pose) {
        overlap.disc((float) x, (float) y, (float) radius);
        assertEquals(expected, overlap.isWith(shape, pose), x + ", " + y + ", radius " + radius);
    }

    private void assertRectangle(boolean expected, double x, double y, double half, Shape shape, Transform pose) {
        overlap.rectangle((float) x, (float) y, (float) half, (float) half);
        assertEquals(expected, overlap.isWith(shape, pose), x + ", " + y + ", half side " + half);
    }

    @Test
    void aDiscNearACornerOverlapsOnlyWithinItsRadius() {
        assertDisc(false, 0.8, 0.8, 0.42, square(), straight);
        assertDisc(true, 0.8, 0.8, 0.43, square(), straight);
        assertDisc(false, 0, 0.8, 0.29, square(), straight);
        assertDisc(true, 0, 0.8, 0.31, square(), straight);
        assertDisc(false, HALF_DIAGONAL + 0.2, 0, 0.19, square(), turned);
        assertDisc(true, HALF_DIAGONAL + 0.2, 0, 0.21, square(), turned);
        assertDisc(true, 0, 0, 0.1, square(), straight);
    }

    @Test
    void aRectangleOverlapsATurnedSquareOnlyAcrossItsSide() {
        assertRectangle(false, 0.6, 0.6, 0.24, square(), turned);
        assertRectangle(true, 0.6, 0.6, 0.25, square(), turned);
        assertRectangle(true, 0, 0, 0.1, square(), turned);
    }

    @Test
    void aLineAndAChainOverlapOnlyAlongTheirLength() {
        EdgeShape edge = made(new EdgeShape());
        edge.set(-1, 0, 1, 0);
        assertDisc(true, 0.5, 0.1, 0.11, edge, straight);
        assertDisc(false, 0.5, 0.1, 0.09, edge, straight);
        assertDisc(false, 1.2, 0, 0.19, edge, straight);
        assertRectangle(false, 1.2, 0, 0.19, edge, straight);
        assertRectangle(true, 1.2, 0, 0.21, edge, straight);
        ChainShape chain = made(new ChainShape());
        chain.createChain(new float[] {-1, 0, 1, 0, 1, 2});
        assertDisc(true, 1.1, 1.5, 0.11, chain, straight);
        assertDisc(false, 0, 1, 0.9, chain, straight);
    }
}
