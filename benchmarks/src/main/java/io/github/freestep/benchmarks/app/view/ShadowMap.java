package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import org.joml.Matrix4f;
import org.joml.Vector3f;

/** The depth of the scene as seen from the sun. */
final class ShadowMap {
    private static final int SIDE = 1024;

    /** The direction to the sun. */
    static final Vector3f SUN = new Vector3f(-0.5f, 0.75f, 0.45f).normalize();

    private final int target = glGenFramebuffers();
    private final int depth = glGenTextures();
    private final Matrix4f shade = new Matrix4f();
    private final Vector3f from = new Vector3f();

    ShadowMap() {
        glBindTexture(GL_TEXTURE_2D, depth);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, SIDE, SIDE, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, 0);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
    }

    /** Makes the map cover a ball. */
    void cover(Vector3f centre, float radius) {
        shade.setOrtho(-radius, radius, -radius, radius, 0, 4 * radius)
                .lookAt(SUN.mulAdd(2 * radius, centre, from), centre, Camera.UP);
    }

    /** Returns the transformation from the world to the map. */
    Matrix4f matrix() {
        return shade;
    }

    /** Directs drawing into the map. Draws slightly too deep, so that lit surfaces do not shade themselves. */
    void begin() {
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        glViewport(0, 0, SIDE, SIDE);
        glClear(GL_DEPTH_BUFFER_BIT);
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(1.5f, 4);
    }

    void end() {
        glDisable(GL_POLYGON_OFFSET_FILL);
        glBindTexture(GL_TEXTURE_2D, depth);
    }
}
