public class TriangleTest {
    static int number = 0;
    static boolean failed = false;

    static void check(String name, boolean holds) {
        number += 1;
        failed |= !holds;
        System.out.println((holds ? "ok " : "not ok ") + number + " - " + name);
    }

    public static void main(String[] args) {
        check("equilateral", Triangle.kind(2, 2, 2).equals("equilateral"));
        check("isosceles", Triangle.kind(2, 3, 2).equals("isosceles"));
        check("scalene", Triangle.kind(2, 3, 4).equals("scalene"));
        check("no triangle", Triangle.kind(1, 1, 3).equals("none"));
        System.out.println("1.." + number);
        System.exit(failed ? 1 : 0);
    }
}
