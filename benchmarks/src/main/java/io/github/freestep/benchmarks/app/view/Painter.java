package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import org.joml.Matrix4f;
import org.joml.Vector3f;

/** Draws bodies as boxes on the ground, in sunlight. */
final class Painter {
    /** The direction to the sun. */
    private static final Vector3f SUN = new Vector3f(-0.5f, 0.75f, 0.45f).normalize();

    private final Program box = new Program("box.vert", "light.glsl", "box.frag");
    private final Program ground = new Program("ground.vert", "light.glsl", "ground.frag");
    private final Program sky = new Program("sky.vert", "light.glsl", "sky.frag");
    private final int noShape = glGenVertexArrays();
    private final Matrix4f view = new Matrix4f();
    private final Matrix4f back = new Matrix4f();
    private final Vector3f groundCentre = new Vector3f();

    /** Draws into a part of the framebuffer, which is counted from the bottom left. */
    void paint(Boxes boxes, Camera camera, Area area) {
        glEnable(GL_DEPTH_TEST);
        glEnable(GL_CULL_FACE);
        glViewport(area.x(), area.y(), area.width(), area.height());
        camera.matrix(area.width(), area.height(), view);
        box.use();
        light(box, camera);
        bodies(camera);
        boxes.draw();
        // Last, so that pixels behind boxes cost nothing.
        backdrop(camera);
    }

    private void backdrop(Camera camera) {
        glBindVertexArray(noShape);
        ground.use();
        light(ground, camera);
        ground.set("view", view);
        ground.set("centre", groundCentre.set(camera.centre.x, 0, camera.centre.z));
        ground.set("extent", camera.radius * 40);
        ground.set("cell", camera.cell());
        // The camera can look at the ground from below.
        glDisable(GL_CULL_FACE);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        glDepthFunc(GL_LEQUAL);
        sky.use();
        sky.set("back", view.invert(back));
        sky.set("eye", camera.eye);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glDepthFunc(GL_LESS);
    }

    private void bodies(Camera camera) {
        box.set("view", view);
        box.set("size", 1f);
        box.set("settled", camera.settled);
    }

    private static void light(Program program, Camera camera) {
        program.set("eye", camera.eye);
        program.set("sun", SUN);
        program.set("reach", camera.radius);
    }
}
