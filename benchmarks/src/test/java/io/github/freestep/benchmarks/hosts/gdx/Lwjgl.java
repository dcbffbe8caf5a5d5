package io.github.freestep.benchmarks.hosts.gdx;

import com.badlogic.gdx.graphics.GL20;
import com.badlogic.gdx.graphics.glutils.ShaderProgram;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.lwjgl.opengl.GL20C;

/**
 * libGDX's OpenGL on LWJGL's, for its headless backend. libGDX's own backend with windows needs a display, and brings
 * another version of LWJGL than the viewer has. Most methods have the same names and parameters in both. For the
 * others, see {@link #special}.
 */
final class Lwjgl {
    private Lwjgl() {}

    static GL20 gl() {
        // libGDX's shaders are written for OpenGL 2. The core profile of 3.3 has other words for the same things.
        ShaderProgram.prependVertexCode = "#version 150\n#define attribute in\n#define varying out\n";
        ShaderProgram.prependFragmentCode =
                "#version 150\n#define varying in\n#define gl_FragColor fragColor\nout vec4 fragColor;\n";
        return (GL20) Proxy.newProxyInstance(
                Lwjgl.class.getClassLoader(), new Class<?>[] {GL20.class}, (proxy, method, args) -> {
                    Object[] given = args == null ? new Object[0] : args;
                    return special(method.getName(), given) ? null : call(method.getName(), given);
                });
    }

    private static boolean special(String name, Object[] args) {
        switch (name) {
            case "glDeleteBuffer" -> GL20C.glDeleteBuffers((int) args[0]);
            case "glBufferData" -> {
                if (args[2] instanceof FloatBuffer floats) {
                    GL20C.glBufferData((int) args[0], floats, (int) args[3]);
                } else {
                    GL20C.glBufferData((int) args[0], (ByteBuffer) args[2], (int) args[3]);
                }
            }
            case "glUniformMatrix4fv" -> GL20C.glUniformMatrix4fv((int) args[0], (boolean) args[2], (float[]) args[3]);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static Object call(String name, Object[] args) throws Throwable {
        String there = name.equals("glGenBuffer") ? "glGenBuffers" : name;
        for (Method method : GL20C.class.getMethods()) {
            if (method.getName().equals(there) && takes(method.getParameterTypes(), args)) {
                try {
                    return method.invoke(null, args);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        }
        throw new UnsupportedOperationException(name + " is not among the calls that the test passes on; add it");
    }

    private static boolean takes(Class<?>[] types, Object[] args) {
        boolean takes = types.length == args.length;
        for (int i = 0; takes && i < args.length; i++) {
            takes = switch (types[i].getName()) {
                case "int" -> args[i] instanceof Integer;
                // Reflection widens it.
                case "long" -> args[i] instanceof Integer;
                case "float" -> args[i] instanceof Float;
                case "boolean" -> args[i] instanceof Boolean;
                default -> types[i].isInstance(args[i]);
            };
        }
        return takes;
    }
}
