package io.github.freestep.agent;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypePath;

/**
 * Changes a class so that chosen methods report their calls. The code of each moves to a method with another name, and
 * a new method with the old name calls it. The new one has no branches, so it needs no frames for the verifier,
 * whatever the code does.
 */
final class TracedClass {
    /** The suffix of the name of a method that the code has moved to. Reports leave it out. */
    static final String CODE = "$traced";

    private static final String CALL = Type.getInternalName(TracedCall.class);
    private static final int VISIBILITY = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;

    final byte[] file;
    final Set<String> found = new TreeSet<>();

    TracedClass(byte[] original, Set<String> methods) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new Copy(writer, reader.getClassName(), methods), 0);
        file = writer.toByteArray();
    }

    private final class Copy extends ClassVisitor {
        private final String type;
        private final Set<String> methods;
        private boolean isInterface;

        Copy(ClassWriter writer, String type, Set<String> methods) {
            super(Opcodes.ASM9, writer);
            this.type = type;
            this.methods = methods;
        }

        @Override
        public void visit(
                int version, int access, String name, @Nullable String generic, String parent, String[] interfaces) {
            isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
            super.visit(version, access, name, generic, parent, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, @Nullable String generic, String @Nullable [] thrown) {
            if (!methods.contains(name) || (access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) != 0) {
                return super.visitMethod(access, name, descriptor, generic, thrown);
            }
            found.add(name);
            MethodVisitor caller =
                    super.visitMethod(access & ~Opcodes.ACC_SYNCHRONIZED, name, descriptor, generic, thrown);
            int hidden = access & ~VISIBILITY & ~Opcodes.ACC_FINAL | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;
            MethodVisitor code = super.visitMethod(hidden, name + CODE, descriptor, null, thrown);
            return new Annotated(code, caller) {
                @Override
                public void visitCode() {
                    call(caller, access, name, descriptor);
                    super.visitCode();
                }
            };
        }

        private void call(MethodVisitor code, int access, String name, String descriptor) {
            boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            code.visitCode();
            code.visitMethodInsn(Opcodes.INVOKESTATIC, CALL, "start", "()L" + CALL + ";", false);
            int local = 0;
            if (!isStatic) {
                code.visitVarInsn(Opcodes.ALOAD, local++);
            }
            for (Type each : Type.getArgumentTypes(descriptor)) {
                code.visitVarInsn(each.getOpcode(Opcodes.ILOAD), local);
                local += each.getSize();
            }
            int invoke = isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
            code.visitMethodInsn(invoke, type, name + CODE, descriptor, isInterface);
            Type result = Type.getReturnType(descriptor);
            if (result.getSize() > 0) {
                code.visitVarInsn(result.getOpcode(Opcodes.ISTORE), local);
            }
            code.visitLdcInsn(type.replace('/', '.'));
            code.visitLdcInsn(name);
            code.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, CALL, "ended", "(Ljava/lang/String;Ljava/lang/String;)V", false);
            if (result.getSize() > 0) {
                code.visitVarInsn(result.getOpcode(Opcodes.ILOAD), local);
            }
            code.visitInsn(result.getOpcode(Opcodes.IRETURN));
            code.visitMaxs(0, 0);
            code.visitEnd();
        }
    }

    /** Passes on what a game may look for in a method to the one that has its name, and the code to the other. */
    private abstract static class Annotated extends MethodVisitor {
        private final MethodVisitor caller;

        Annotated(MethodVisitor code, MethodVisitor caller) {
            super(Opcodes.ASM9, code);
            this.caller = caller;
        }

        @Override
        public void visitParameter(@Nullable String name, int access) {
            caller.visitParameter(name, access);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean isVisible) {
            return caller.visitAnnotation(descriptor, isVisible);
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(
                int reference, @Nullable TypePath path, String descriptor, boolean isVisible) {
            return caller.visitTypeAnnotation(reference, path, descriptor, isVisible);
        }

        @Override
        public void visitAnnotableParameterCount(int count, boolean isVisible) {
            caller.visitAnnotableParameterCount(count, isVisible);
        }

        @Override
        public AnnotationVisitor visitParameterAnnotation(int parameter, String descriptor, boolean isVisible) {
            return caller.visitParameterAnnotation(parameter, descriptor, isVisible);
        }

        @Override
        public void visitAttribute(Attribute attribute) {
            caller.visitAttribute(attribute);
        }
    }
}
