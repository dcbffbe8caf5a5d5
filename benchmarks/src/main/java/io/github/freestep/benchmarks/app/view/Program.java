package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.joml.Matrix4f;
import org.joml.Vector3f;

/** A vertex and a fragment shader. Set uniforms only while the program is in use. */
final class Program {
    private static final String VERSION = "#version 330 core\n";

    private final int id = glCreateProgram();
    private final float[] columns = new float[16];

    /** Names resources. The text of {@code common}, if not null, is put before the fragment shader. */
    Program(String vertex, String common, String fragment) {
        String shared = common == null ? "" : resource(common);
        int first = compile(GL_VERTEX_SHADER, vertex, resource(vertex));
        int second = compile(GL_FRAGMENT_SHADER, fragment, shared + resource(fragment));
        glAttachShader(id, first);
        glAttachShader(id, second);
        glLinkProgram(id);
        if (glGetProgrami(id, GL_LINK_STATUS) != GL_TRUE) {
            throw new IllegalStateException(vertex + " and " + fragment + ": " + glGetProgramInfoLog(id));
        }
        glDeleteShader(first);
        glDeleteShader(second);
    }

    /** Reads a text file from this package. */
    static String resource(String name) {
        try (InputStream in = Program.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + name + "; build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
