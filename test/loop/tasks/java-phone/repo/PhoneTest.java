public class PhoneTest {
    static int number = 0;
    static boolean failed = false;

    static void check(String name, boolean holds) {
        number += 1;
        failed |= !holds;
        System.out.println((holds ? "ok " : "not ok ") + number + " - " + name);
    }

    public static void main(String[] args) {
        check("digits only", Phone.digits("+49 (30) 12-34").equals("49301234"));
        check("empty", Phone.digits("").isEmpty());
        System.out.println("1.." + number);
        System.exit(failed ? 1 : 0);
    }
}
