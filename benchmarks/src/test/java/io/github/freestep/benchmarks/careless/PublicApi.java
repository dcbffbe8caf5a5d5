package io.github.freestep.benchmarks.careless;

import io.github.freestep.physics.saves.WrappingSimulation;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists the public API of a module: the public types of its exported packages, and their constructors and methods. */
final class PublicApi {
    private PublicApi() {}

    /** Returns the types of the module that a class is in, which may be a folder of classes or a jar. */
    static List<Class<?>> types(Class<?> member) throws Exception {
        ModuleReference module = ModuleFinder.of(Path.of(URI.create(home(member))))
                .findAll()
                .iterator()
                .next();
        Set<String> packages = module.descriptor().exports().stream()
                .filter(exported -> !exported.isQualified())
                .map(Exports::source)
                .collect(Collectors.toSet());
        List<Class<?>> types = new ArrayList<>();
        try (ModuleReader reader = module.open();
                Stream<String> names = reader.list()) {
            for (String name : names.filter(name -> name.endsWith(".class")).toList()) {
                String binary =
                        name.substring(0, name.length() - ".class".length()).replace('/', '.');
                int dot = binary.lastIndexOf('.');
                if (dot > 0 && packages.contains(binary.substring(0, dot)) && !binary.endsWith("-info")) {
                    types.add(Class.forName(binary, false, member.getClassLoader()));
                }
            }
        }
        // What it is passed reaches the user's own world, as with an interface.
        types.removeIf(type -> !isPublic(type) || type == WrappingSimulation.class);
        types.sort(Comparator.comparing(Class::getName));
        return types;
    }

    /**
     * Returns the constructors and methods with parameters. Without methods of interfaces, which users implement,
     * without those of enums, which the compiler makes, and without those of another module, which are tried there.
     */
    static List<Executable> calls(Class<?> type) {
        List<Executable> calls = new ArrayList<>();
        if (type.isEnum()) {
            return calls;
        }
        if (!Modifier.isAbstract(type.getModifiers())) {
            calls.addAll(Arrays.asList(type.getConstructors()));
        }
        for (Method method : type.getMethods()) {
            boolean ours = home(method.getDeclaringClass()).equals(home(type));
            boolean has = !method.getDeclaringClass().isInterface() || Modifier.isStatic(method.getModifiers());
            if (ours && has && !method.isBridge() && !method.getName().equals("equals")) {
                calls.add(method);
            }
        }
        calls.removeIf(call -> call.getParameterCount() == 0);
        calls.sort(Comparator.comparing(PublicApi::label));
        return calls;
    }

    /** Returns the folder or the jar of a class; an empty text for one of the JDK. */
    private static String home(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? "" : source.getLocation().toString();
    }

    static String label(Executable call) {
        String type = call.getDeclaringClass().getSimpleName();
        String name = call instanceof Method ? type + "." + call.getName() : "new " + type;
        return name
                + Arrays.stream(call.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
    }
}
