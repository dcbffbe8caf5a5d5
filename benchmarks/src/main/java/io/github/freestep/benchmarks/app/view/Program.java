package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.benchmarks.report.Resource;
import org.joml.Matrix4f;
import org.joml.Vector3f;

/** A vertex and a fragment shader. Set uniforms only while the program is in use. */
final class Program {
    private static final String VERSION = "#version 330 core\n";

    private final int id = glCreateProgram();
    private final float[] columns = new float[16];

    /** Names resources. The text of {@code common}, if not null, is put before the fragment shader. */
    Program(String vertex, String common, String fragment) {
        String shared = common == null ? "" : Resource.text(Program.class, common);
        int first = compile(GL_VERTEX_SHADER, vertex, Resource.text(Program.class, vertex));
        int second = compile(GL_FRAGMENT_SHADER, fragment, shared + Resource.text(Program.class, fragment));
        glAttachShader(id, first);
        glAttachShader(id, second);
        glLinkProgram(id);
        if (glGetProgrami(id, GL_LINK_STATUS) != GL_TRUE) {
            throw new IllegalStateException(vertex + " and " + fragment + ": " + glGetProgramInfoLog(id));
        }
        glDeleteShader(first);
        glDeleteShader(second);
    }

    private static int compile(int kind, String name, String text) {
        int shader = glCreateShader(kind);
        glShaderSource(shader, VERSION + text);
        glCompileShader(shader);
        if (glGetShaderi(shader, GL_COMPILE_STATUS) != GL_TRUE) {
            throw new IllegalStateException(name + ": " + glGetShaderInfoLog(shader));
        }
        return shader;
    }

    void use() {
        glUseProgram(id);
    }

    /** Returns -1, which OpenGL ignores, for a uniform that the compiler removed because no output depends on it. */
    private int location(String name) {
        return glGetUniformLocation(id, name);
    }

    void set(String name, int value) {
        glUniform1i(location(name), value);
    }

    void set(String name, float value) {
        glUniform1f(location(name), value);
    }

    void set(String name, float x, float y) {
        glUniform2f(location(name), x, y);
    }

    void set(String name, Vector3f value) {
        glUniform3f(location(name), value.x, value.y, value.z);
    }

    void set(String name, Matrix4f value) {
        glUniformMatrix4fv(location(name), false, value.get(columns));
    }
}
