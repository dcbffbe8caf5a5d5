package io.github.freestep.physics.box2d;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.ChainShape;
import com.badlogic.gdx.physics.box2d.EdgeShape;
import com.badlogic.gdx.physics.box2d.Shape;
import com.badlogic.gdx.physics.box2d.Transform;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShapeOverlapTest {
    private final ShapeOverlap overlap = new ShapeOverlap();
    private final Transform straight = new Transform(new Vector2(0, 0), 0);
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

    private void assertDisc(boolean expected, double x, double y, double radius, Shape shape, Transform pose) {
        overlap.disc((float) x, (float) y, (float) radius);
        assertEquals(expected, overlap.isWith(shape, pose), x + ", " + y + ", radius " + radius);
    }

    private void assertRectangle(boolean expected, double x, double y, double half, Shape shape, Transform pose) {
        overlap.rectangle((float) x, (float) y, (float) half, (float) half);
        assertEquals(expected, overlap.isWith(shape, pose), x + ", " + y + ", half side " + half);
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
