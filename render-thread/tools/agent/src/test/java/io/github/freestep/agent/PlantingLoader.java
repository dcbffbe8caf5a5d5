package io.github.freestep.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Loads a demo with more lines at the beginning of chosen methods. They have no branches, and call only methods of the
 * JDK, so each is what a game may have there: a line that sometimes takes long.
 */
final class PlantingLoader extends URLClassLoader {
    private static final String SOURCE = Type.getInternalName(Stutters.class);

    /** The method of a frame and that of a step, by their class. */
    private final Map<String, String> frame;

    private final Map<String, String> step;

    PlantingLoader(Map<String, String> frame, Map<String, String> step) {
        super(classPath(), getPlatformClassLoader());
        this.frame = frame;
        this.step = step;
    }

    private static URL[] classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(path -> {
                    try {
                        return new File(path).toURI().toURL();
                    } catch (MalformedURLException e) {
                        throw new IllegalArgumentException(e);
                    }
                })
                .toArray(URL[]::new);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!frame.containsKey(name) && !step.containsKey(name)) {
            return super.findClass(name);
        }
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            ClassReader reader = new ClassReader(in);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new Planted(writer, name), 0);
            byte[] file = writer.toByteArray();
            return defineClass(name, file, 0, file.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private final class Planted extends ClassVisitor {
        private final String type;

        Planted(ClassVisitor next, String type) {
            super(Opcodes.ASM9, next);
            this.type = type;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String generic, String[] thrown) {
            MethodVisitor code = super.visitMethod(access, name, descriptor, generic, thrown);
            if ((access & Opcodes.ACC_BRIDGE) != 0) {
                return code;
            }
            boolean isFrame = name.equals(frame.get(type));
            boolean isStep = name.equals(step.get(type));
            return !isFrame && !isStep
                    ? code
                    : new MethodVisitor(Opcodes.ASM9, code) {
                        @Override
                        public void visitCode() {
                            super.visitCode();
                            if (isFrame) {
                                plantFrame(code);
                            } else {
                                line(code, "step");
                                passed(code, "numbersOfStep", "()[I");
                                call(code, "java/util/Arrays", "sort", "([I)V");
                            }
                        }
                    };
        }
    }

    private static void plantFrame(MethodVisitor code) {
        passed(code, "frame", "()V");
        line(code, "sleep");
        passed(code, "sleepMillis", "()J");
        call(code, "java/lang/Thread", "sleep", "(J)V");
        line(code, "park");
        passed(code, "parkNanos", "()J");
        call(code, "java/util/concurrent/locks/LockSupport", "parkNanos", "(J)V");
        line(code, "join");
        passed(code, "thread", "()Ljava/lang/Thread;");
        of(code, "java/lang/Thread", "join", "()V");
        line(code, "lock");
        passed(code, "vector", "()Ljava/util/Vector;");
        of(code, "java/util/Vector", "size", "()I");
        code.visitInsn(Opcodes.POP);
        for (String input : new String[] {"file", "socket"}) {
            line(code, input);
            passed(code, input, "()Ljava/io/InputStream;");
            of(code, "java/io/InputStream", "read", "()I");
            code.visitInsn(Opcodes.POP);
        }
        line(code, "sort");
        passed(code, "numbers", "()[I");
        call(code, "java/util/Arrays", "sort", "([I)V");
        line(code, "garbage");
        code.visitTypeInsn(Opcodes.NEW, "java/util/LinkedList");
        passed(code, "copied", "()Ljava/util/List;");
        code.visitMethodInsn(
                Opcodes.INVOKESPECIAL, "java/util/LinkedList", "<init>", "(Ljava/util/Collection;)V", false);
        line(code, "collect");
        passed(code, "memory", "()Ljava/lang/management/MemoryMXBean;");
        code.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/lang/management/MemoryMXBean", "gc", "()V", true);
    }

    private static void line(MethodVisitor code, String kind) {
        Label here = new Label();
        code.visitLabel(here);
        code.visitLineNumber(Stutters.FIRST_LINE + Stutters.KINDS.indexOf(kind), here);
    }

    /** Calls a method for what another one is to get. */
    private static void passed(MethodVisitor code, String name, String descriptor) {
        call(code, SOURCE, name, descriptor);
    }

    private static void call(MethodVisitor code, String type, String name, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, type, name, descriptor, false);
    }

    private static void of(MethodVisitor code, String type, String name, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, type, name, descriptor, false);
    }
}
