package io.github.freestep.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lets chosen methods report their calls: {@code -javaagent:freestep-agent.jar=TYPE::METHOD}, with commas between
 * several.
 */
public final class TraceAgent implements ClassFileTransformer {
    private static final Pattern METHOD = Pattern.compile("[\\w$.]+::[\\w$]+");

    /** The methods by the internal name of their class, which several class loaders may have. */
    private final Map<String, Set<String>> wanted = new TreeMap<>();

    private final Set<String> found = new TreeSet<>();

    TraceAgent(@Nullable String methods) {
        for (String each : (methods == null ? "" : methods).split(",", -1)) {
            if (!METHOD.matcher(each).matches()) {
                throw new IllegalArgumentException("the agent needs methods such as"
                        + " =org.lwjgl.glfw.GLFW::glfwSwapBuffers,my.Game::step, was \"" + methods + "\"");
            }
            int end = each.indexOf("::");
            wanted.computeIfAbsent(each.substring(0, end).replace('.', '/'), name -> new TreeSet<>())
                    .add(each.substring(end + 2));
        }
    }

    /**
     * Starts with the virtual machine.
     *
     * @throws IllegalArgumentException if the option names no methods
     * @throws Exception if the jar is gone
     */
    public static void premain(@Nullable String methods, Instrumentation instrumentation) throws Exception {
        if (TraceAgent.class.getClassLoader() != null) {
            // The jar has another name than its manifest says. A class loader of the game may see the boot class path
            // only.
            String jar = TraceAgent.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI()
                    .getPath();
            instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar));
            Class.forName(TraceAgent.class.getName(), true, null)
                    .getMethod("premain", String.class, Instrumentation.class)
                    .invoke(null, methods, instrumentation);
            return;
        }
        TraceAgent agent = new TraceAgent(methods);
        instrumentation.addTransformer(agent);
        Runtime.getRuntime().addShutdownHook(new Thread(agent::end, "freestep-agent"));
    }

    @Override
    public synchronized byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> again,
            @Nullable ProtectionDomain domain,
            byte[] file) {
        Set<String> methods = name == null || again != null ? null : wanted.get(name);
        if (methods == null) {
            return null;
        }
        TracedClass traced;
        try {
            traced = new TracedClass(file, methods);
        } catch (RuntimeException e) {
            // The virtual machine would drop it in silence.
            System.err.println("freestep-agent: " + name.replace('/', '.') + " cannot be traced: " + e);
            return null;
        }
        traced.found.forEach(each -> found.add(name + "::" + each));
        return traced.found.isEmpty() ? null : traced.file;
    }

    /** A misspelt name leaves a recording without frames, so its user needs to know why. */
    private synchronized void end() {
        wanted.forEach((type, methods) -> methods.stream()
                .filter(each -> !found.contains(type + "::" + each))
                .forEach(each -> System.err.println("freestep-agent: no class " + type.replace('/', '.')
                        + " with code of a method " + each + " was loaded, so its calls are not in the recording")));
    }
}
