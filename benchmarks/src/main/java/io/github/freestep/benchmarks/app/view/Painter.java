package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import org.joml.Matrix4f;
import org.joml.Vector3f;

/** Draws bodies as boxes on the ground, in sunlight. */
final class Painter {
    private final Program box = new Program("box.vert", "light.glsl", "box.frag");
    private final Program shadow = new Program("box.vert", null, "shadow.frag");
    private final Program ground = new Program("ground.vert", "light.glsl", "ground.frag");
    private final Program sky = new Program("sky.vert", "light.glsl", "sky.frag");
    private final ShadowMap shadows = new ShadowMap();
    private final int noShape = glGenVertexArrays();
    private final Matrix4f view = new Matrix4f();
    private final Matrix4f back = new Matrix4f();
    private final Vector3f groundCentre = new Vector3f();

    /** Draws into a part of the target framebuffer, which is counted from the bottom left. */
    void paint(Boxes boxes, Look look, Camera camera, int target, Area area) {
        glEnable(GL_DEPTH_TEST);
        glEnable(GL_CULL_FACE);
        shadows.cover(look.centre(), look.radius() * 1.6f);
        shadows.begin();
        shadow.use();
        bodies(shadow, shadows.matrix(), look);
        boxes.draw();
        shadows.end();

        glBindFramebuffer(GL_FRAMEBUFFER, target);
        glViewport(area.x(), area.y(), area.width(), area.height());
        camera.matrix(area.width(), area.height(), view);
        box.use();
        light(box, look, camera);
        bodies(box, view, look);
        boxes.draw();
        // Last, so that pixels behind boxes cost nothing.
        backdrop(look, camera);
    }

    private void backdrop(Look look, Camera camera) {
        glBindVertexArray(noShape);
        ground.use();
        light(ground, look, camera);
        ground.set("view", view);
        ground.set("centre", groundCentre.set(look.centre().x, look.floor(), look.centre().z));
        ground.set("extent", look.radius() * 40);
        ground.set("cell", look.cell());
        // The camera can look at the ground from below.
        glDisable(GL_CULL_FACE);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        glDepthFunc(GL_LEQUAL);
        sky.use();
        sky.set("back", view.invert(back));
        sky.set("eye", camera.eye());
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glDepthFunc(GL_LESS);
    }

    private static void bodies(Program program, Matrix4f view, Look look) {
        program.set("view", view);
        program.set("size", look.boxSize());
        program.set("settled", look.settled());
        program.set("parts", look.parts());
    }

    private void light(Program program, Look look, Camera camera) {
        program.set("eye", camera.eye());
        program.set("sun", ShadowMap.SUN);
        program.set("shade", shadows.matrix());
        program.set("shadows", 0);
        program.set("reach", look.radius());
    }
}
