package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import org.joml.Matrix4f;
import org.joml.Vector3f;

/** A pair of shaders. For the thread of the context; uniforms are set while it is in use. */
final class Program {
    private static final String VERSION = "#version 330 core\n";

    private final int id = glCreateProgram();
    private final float[] columns = new float[16];

    /** With what is common to several before the fragment shader. */
    Program(String vertex, String common, String fragment) {
        int first = compile(GL_VERTEX_SHADER, vertex, Resources.text(vertex));
        int second = compile(
                GL_FRAGMENT_SHADER,
                fragment,
                (common == null ? "" : Resources.text(common)) + Resources.text(fragment));
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

    /** One that the compiler has thrown out, because nothing depends on it, is passed over by OpenGL. */
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

    /** By hand: the library's own ways to write a matrix go through Unsafe. */
    void set(String name, Matrix4f value) {
        columns[0] = value.m00();
        columns[1] = value.m01();
        columns[2] = value.m02();
        columns[3] = value.m03();
        columns[4] = value.m10();
        columns[5] = value.m11();
        columns[6] = value.m12();
        columns[7] = value.m13();
        columns[8] = value.m20();
        columns[9] = value.m21();
        columns[10] = value.m22();
        columns[11] = value.m23();
        columns[12] = value.m30();
        columns[13] = value.m31();
        columns[14] = value.m32();
        columns[15] = value.m33();
        glUniformMatrix4fv(location(name), false, columns);
    }
}
